import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const apps = join(dirname(fileURLToPath(import.meta.url)), '../../../apps');

/** Where a process of ours finds its database: `DATABASE_URL` or `DATA_DIR`. */
export type Place = { DATABASE_URL: string } | { DATA_DIR: string };

export interface Finished {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** Milliseconds between two requests for the readiness of a service whose log is not read. */
const readinessInterval = 20;

/** The service as it is built, in a process of its own, on a free port of 127.0.0.1. */
export class ServiceProcess {
  /** `http://127.0.0.1:<port>`. */
  readonly address: string;

  /** Its log so far. */
  readonly log: string[] = [];

  private constructor(
    private readonly child: ChildProcessByStdio<null, Readable | null, Readable>,
    private readonly complaint: Promise<string>,
  ) {
    this.address = '';
    if (!child.stdout) return;
    createInterface(child.stdout).on('line', (line) => {
      this.log.push(line);
      child.emit('said');
    });
  }

  /** Waits until it says that it is ready. @throws Error with its words when it ends instead */
  static async start(place: Place, env: Record<string, string> = {}): Promise<ServiceProcess> {
    const service = await ServiceProcess.listen(place, env);
    await service.says('ready');
    return service;
  }

  /** The same until it listens, whether its database is there or not. */
  static async listen(place: Place, env: Record<string, string> = {}): Promise<ServiceProcess> {
    const child = run('api', [], { ...place, PORT: '0', ...env });
    const service = new ServiceProcess(child, text(child.stderr));
    const { address } = JSON.parse(await service.says('listening')) as { address: string };
    return Object.assign(service, { address });
  }

  /**
   * Starts it with its standard output on a descriptor, and waits until `/health/ready` answers 200.
   * @param env with the PORT to listen on: the log, which would name it, is not read
   * @throws Error with what it wrote to standard error when it ends instead
   */
  static async startWithOutput(
    place: Place,
    env: Record<string, string> & { readonly PORT: string },
    descriptor: number,
  ): Promise<ServiceProcess> {
    const child = run('api', [], { ...place, ...env }, descriptor);
    const service = new ServiceProcess(child, text(child.stderr));
    Object.assign(service, { address: `http://127.0.0.1:${env.PORT}` });
    while (!(await service.isReady())) {
      if (service.hasEnded()) throw new Error(`the service ended: ${await service.complaint}`);
      await delay(readinessInterval);
    }
    return service;
  }

  /** The line of its log with this message, awaited when it has not come yet. */
  async says(message: string): Promise<string> {
    for (;;) {
      const line = this.log.find((each) => (JSON.parse(each) as { msg: string }).msg === message);
      if (line) return line;
      if (this.hasEnded()) throw new Error(`the service ended without "${message}": ${await this.complaint}`);
      await Promise.race([once(this.child, 'said'), once(this.child, 'close')]);
    }
  }

  /** Its process id. */
  get pid(): number {
    return this.child.pid!;
  }

  /** Ends with the signal; answers the exit code, null when the signal killed it. Then its log is complete. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.hasEnded()) return this.child.exitCode;
    const closed = once(this.child, 'close');
    this.child.kill(signal);
    return ((await closed) as [number | null])[0];
  }

  /** Reads its log, or lets it wait in the pipe. */
  set isLogRead(isRead: boolean) {
    if (isRead) this.child.stdout?.resume();
    else this.child.stdout?.pause();
  }

  /** Closes the pipe that it writes its log to. */
  closeLog(): void {
    this.child.stdout?.destroy();
  }

  private async isReady(): Promise<boolean> {
    return fetch(`${this.address}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  private hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }
}

/** The service where it is expected not to start, run to its end. */
export function startInVain(env: Record<string, string>): Promise<Finished> {
  return finish(run('api', [], env));
}

/** The operators' program, run to its end. */
export function petstore(place: Place, ...args: string[]): Promise<Finished> {
  return finish(petstoreProcess(place, ...args));
}

export function petstoreProcess(place: Place, ...args: string[]): Child {
  return run('cli', args, place);
}

export async function finish(child: Child): Promise<Finished> {
  const exit = once(child, 'exit');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [exitCode] = (await exit) as [number | null];
  return { exitCode, stdout, stderr };
}

function run(app: string, args: string[], env: Record<string, string>): Child;
function run(
  app: string,
  args: string[],
  env: Record<string, string>,
  stdout: number,
): ChildProcessByStdio<null, null, Readable>;
function run(app: string, args: string[], env: Record<string, string>, stdout: number | 'pipe' = 'pipe'): unknown {
  const { PATH = '', HOME = '' } = process.env;
  const main = join(apps, app, 'dist/main.js');
  return spawn(process.execPath, [main, ...args], { env: { PATH, HOME, ...env }, stdio: ['ignore', stdout, 'pipe'] });
}
