import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { devNull } from 'node:os';

/** A signal stopped the run. */
export class Interrupted extends Error {
  constructor() {
    super('interrupted');
  }
}

/** Tracks the processes that this process has started, so that it can end them. */
class ChildProcesses {
  private readonly running = new Set<ChildProcess>();
  private interrupted = false;

  get isInterrupted(): boolean {
    return this.interrupted;
  }

  /**
   * Starts a program. If the program does not exist, the returned process emits `error`.
   * @throws Interrupted after `interrupt`
   */
  spawn(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
    this.requireUninterrupted();
    const child = spawn(program, args, options);
    this.running.add(child);
    child.once('exit', () => this.running.delete(child));
    child.once('error', () => child.pid === undefined && this.running.delete(child));
    return child;
  }

  /** Sends SIGTERM to all running processes. From then on `spawn` throws, so that the run fails and cleans up. */
  interrupt(): void {
    this.interrupted = true;
    for (const child of this.running) child.kill('SIGTERM');
  }

  /** @throws Interrupted after `interrupt` */
  requireUninterrupted(): void {
    if (this.interrupted) throw new Interrupted();
  }

  /** Kills all running processes, for example those that a failed test left behind, and waits until they have exited. */
  async killAll(): Promise<void> {
    const exits = [...this.running].map((child) => {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      return exit;
    });
    await Promise.all(exits);
  }
}

export const childProcesses = new ChildProcesses();

/**
 * Returns the only variables that a child process inherits from this process, and an empty environment file: a file of the
 * developer could name a database with data.
 */
export function inheritedEnvironment(): { readonly PATH: string; readonly HOME: string; readonly ENV_FILE: string } {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, ENV_FILE: devNull };
}
