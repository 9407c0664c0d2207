import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { isPaused } from './proc.ts';
import { run } from './run.ts';

/** Where a process of ours finds its database: `DATABASE_URL` or `DATA_DIR`. */
export type Place = { DATABASE_URL: string } | { DATA_DIR: string };

/** Milliseconds between two requests for the readiness of a service whose log is not read. */
const readinessInterval = 20;

/** The service as it is built, in a process of its own, on a free port of 127.0.0.1. */
export class ServiceProcess {
  /** `http://127.0.0.1:<port>`. */
  readonly address: string;

  /** Its log so far. */
  readonly log: string[] = [];

  /** Those of this process that have not ended yet. */
  private static readonly running = new Set<ServiceProcess>();

  /** Whether its standard output has been read to the end, so that its log is complete. */
  private isClosed = false;
  private readonly closed: Promise<void>;

  private constructor(
    private readonly child: ChildProcessByStdio<null, Readable | null, Readable>,
    private readonly complaint: Promise<string>,
  ) {
    this.address = '';
    ServiceProcess.running.add(this);
    this.closed = new Promise((resolve) =>
      child.once('close', () => {
        this.isClosed = true;
        ServiceProcess.running.delete(this);
        child.emit('said');
        resolve();
      }),
    );
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
      if (service.isClosed) throw new Error(`the service ended: ${await service.complaint}`);
      await delay(readinessInterval);
    }
    return service;
  }

  /** Kills every process that was started here and still runs, such as those that a failed test left behind. */
  static async killAll(): Promise<void> {
    await Promise.all([...ServiceProcess.running].map((service) => service.end('SIGKILL')));
  }

  /**
   * The line of its log with this message, awaited when it has not come yet. A line says that something is about to be done
   * or was done, as its words tell: a test that needs the state awaits the state.
   */
  async says(message: string): Promise<string> {
    for (;;) {
      const line = this.log.find((each) => (JSON.parse(each) as { msg: string }).msg === message);
      if (line) return line;
      if (this.isClosed) throw new Error(`the service ended without "${message}": ${await this.complaint}`);
      await once(this.child, 'said');
    }
  }

  /** Its process id. */
  get pid(): number {
    return this.child.pid!;
  }

  /** Ends with the signal; answers the exit code, null when the signal killed it. Then its log is complete. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.signal(signal);
    await this.closed;
    return this.child.exitCode;
  }

  /** Sends the signal, unless the process has ended. */
  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Stops the process (SIGSTOP) and waits until the system has done so: what is sent to it from then on waits. */
  async pause(): Promise<void> {
    this.signal('SIGSTOP');
    while (!isPaused(this.pid)) await setImmediate();
  }

  /** Continues it (SIGCONT). */
  resume(): void {
    this.signal('SIGCONT');
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
}
