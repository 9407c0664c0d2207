import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { isPaused } from './proc.ts';
import { runApp, type AppProcess } from './run-app.ts';
import { waitForExit, type ProcessResult } from './wait-for-exit.ts';
import { waitForSuccess } from './wait-for-success.ts';

/** The variable that selects the database of the service and of the `petstore` command. */
export type DatabaseLocation = { DATABASE_URL: string } | { DATA_DIR: string };

/** Starts the built service on a free port with settings that make the start fail, and waits until it has exited. */
export function startExpectingFailure(env: Record<string, string>): Promise<ProcessResult> {
  return waitForExit(runApp('api', [], { PORT: '0', ...env }));
}

/** The built service in a process, on a free port of 127.0.0.1. Its log is read from standard output. */
export class ServiceProcess {
  /** `http://127.0.0.1:<port>`. */
  readonly address: string = '';

  /** The log lines so far. */
  readonly log: string[] = [];

  /** Whether the process has exited and the log is complete. */
  private isClosed = false;
  private readonly closed: Promise<void>;
  private readonly standardError: Promise<string>;

  private constructor(private readonly child: ChildProcessByStdio<null, Readable | null, Readable>) {
    this.standardError = text(child.stderr);
    this.closed = new Promise((resolve) =>
      child.once('close', () => {
        this.isClosed = true;
        child.emit('line');
        resolve();
      }),
    );
    if (!child.stdout) return;
    createInterface(child.stdout).on('line', (line) => {
      this.log.push(line);
      child.emit('line');
    });
  }

  /** Starts the service and waits until it logs `ready`. @throws Error with its standard error if it exits before */
  static async start(database: DatabaseLocation, env: Record<string, string> = {}): Promise<ServiceProcess> {
    const service = await ServiceProcess.listen(database, env);
    await service.waitForLog('ready');
    return service;
  }

  /**
   * Starts the service and waits until it listens. Does not wait for the database.
   * @throws Error with its standard error if it exits before
   */
  static listen(database: DatabaseLocation, env: Record<string, string> = {}): Promise<ServiceProcess> {
    return ServiceProcess.of(runApp('api', [], { ...database, PORT: '0', ...env }));
  }

  /**
   * Waits until a started service listens. Does not wait for the database.
   * @throws Error with its standard error if it exits before
   */
  static async of(child: AppProcess): Promise<ServiceProcess> {
    const service = new ServiceProcess(child);
    const { address } = JSON.parse(await service.waitForLog('listening')) as { address: string };
    return Object.assign(service, { address });
  }

  /**
   * Starts the service with its standard output on a file descriptor and waits until `/health/ready` returns 200.
   * @param env must contain PORT, because the port cannot be read from the log
   * @param descriptor file descriptor of the service's standard output
   * @throws Error with its standard error if it exits before
   */
  static async startWithOutput(
    database: DatabaseLocation,
    env: Record<string, string> & { readonly PORT: string },
    descriptor: number,
  ): Promise<ServiceProcess> {
    const service = new ServiceProcess(runApp('api', [], { ...database, ...env }, descriptor));
    const address = `http://127.0.0.1:${env.PORT}`;
    await waitForSuccess(`${address}/health/ready`, async () => {
      if (service.isClosed) throw new Error(`the service exited: ${await service.standardError}`);
    });
    return Object.assign(service, { address });
  }

  /**
   * Waits for the log line with this message and returns it. The service may write a line before it reaches the state that the
   * line describes: a test that needs the state must wait for the state.
   * @throws Error with its standard error if the service exits without the line
   */
  async waitForLog(message: string): Promise<string> {
    for (;;) {
      const line = this.log.find((each) => (JSON.parse(each) as { msg: string }).msg === message);
      if (line) return line;
      if (this.isClosed)
        throw new Error(`the service exited without logging "${message}": ${await this.standardError}`);
      await once(this.child, 'line');
    }
  }

  /** Process id. */
  get pid(): number {
    return this.child.pid!;
  }

  /** Sends the signal and waits until the process has exited and the log is complete. @returns exit code; null after SIGKILL */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.signal(signal);
    await this.closed;
    return this.child.exitCode;
  }

  /** Sends the signal, unless the process has exited. */
  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Sends SIGSTOP and waits until the process is stopped. */
  async pause(): Promise<void> {
    this.signal('SIGSTOP');
    while (!isPaused(this.pid)) await setImmediate();
  }

  /** Sends SIGCONT. */
  resume(): void {
    this.signal('SIGCONT');
  }

  /** Whether this process reads the log. While it does not, lines wait in the pipe. */
  set isLogRead(isRead: boolean) {
    if (isRead) this.child.stdout?.resume();
    else this.child.stdout?.pause();
  }

  /** Closes the reading end of the pipe that the service logs to. */
  closeLog(): void {
    this.child.stdout?.destroy();
  }
}
