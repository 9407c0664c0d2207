import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { childProcesses, inheritedEnvironment } from './child-processes.ts';
import { freePorts } from './free-ports.ts';
import { waitForSuccess } from './wait-for-success.ts';

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A server exited unexpectedly, or did not start. */
export class ServerExited extends Error {}

/** An HTTP server that any command starts. Its output goes to a file, as under a process supervisor. */
export class ServerProcess {
  /** Milliseconds from the start of the process to its first 200 response. */
  startTime = NaN;

  private constructor(
    readonly name: string,
    /** `http://127.0.0.1:<port>`. */
    readonly address: string,
    private readonly child: ChildProcess,
    private readonly output: string,
  ) {}

  /**
   * Starts the command with `PORT` set and waits until the path returns 200.
   * @param output file for standard output and standard error
   * @param path path that the method polls
   * @param authorization returns the `Authorization` header; called for each poll
   * @throws ServerExited if the server exits before
   * @throws Interrupted if a signal stopped the run
   * @throws Error if the path does not return 200 within 120 seconds
   */
  static async start(
    name: string,
    { program, args, env }: Command,
    output: string,
    path: string,
    authorization: () => string,
  ): Promise<ServerProcess> {
    const [port = ''] = await freePorts(1);
    const log = openSync(output, 'w');
    const started = performance.now();
    const stdio = ['ignore' as const, log, log];
    const child = childProcesses.spawn(program, args, {
      env: { ...inheritedEnvironment(), ...env, PORT: port },
      stdio,
    });
    closeSync(log);
    // If the program does not exist, the child has no process id, and `requireAlive` throws.
    child.on('error', () => undefined);
    const server = new ServerProcess(name, `http://127.0.0.1:${port}`, child, output);
    try {
      await waitForSuccess(server.address + path, () => server.requireAlive(), authorization);
    } catch (error) {
      await server.stop();
      throw error;
    }
    server.startTime = performance.now() - started;
    return server;
  }

  get pid(): number {
    return this.child.pid!;
  }

  /**
   * @throws ServerExited with the last lines of its output if the server has exited
   * @throws Interrupted if it has exited because a signal stopped the run
   */
  requireAlive(): void {
    if (!this.hasExited()) return;
    childProcesses.requireUninterrupted();
    const lastLines = readFileSync(this.output, 'utf8').trim().split('\n').slice(-5).join('\n');
    throw new ServerExited(`${this.name} exited: ${lastLines}`);
  }

  /** Sends SIGTERM and waits until the process has exited. */
  async stop(): Promise<void> {
    if (this.hasExited()) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exit;
  }

  private hasExited(): boolean {
    return this.child.pid === undefined || this.child.exitCode !== null || this.child.signalCode !== null;
  }
}
