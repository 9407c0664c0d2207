import { type ChildProcess, execFile, execFileSync, spawn, type SpawnOptions } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from './until.ts';

/** This file may have been compiled into `dist`. */
const guardScript = join(import.meta.dirname, '../../src/testing/guard.mjs');

/**
 * The processes of one test, and a folder for their files. They get no environment variables of this process. At the latest at the
 * end of this process, however it ends, a guard kills the processes whose working directory lies in the folder, unmounts `disk`
 * in the folder, and removes the folder.
 */
export class Processes {
  /** PostgreSQL must be able to enter it as another user. The name is short, because the path of a socket has at most 103 bytes. */
  readonly directory = realpathSync(mkdtempSync(join(tmpdir(), 'petstore-')));
  private readonly guard: ChildProcess;
  private hasEnded = false;

  constructor() {
    chmodSync(this.directory, 0o711);
    // A worker of Jest has a channel to the process of the run, and would outlive it.
    const run = process.connected ? process.ppid : process.pid;
    this.guard = spawn(process.execPath, [guardScript, this.directory, String(process.pid), String(run)], {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    // The guard must not keep the process of a test running that does not call `end`.
    (this.guard.stdin as Socket).unref();
    this.guard.unref();
  }

  /** Starts a program. @throws Error after `end`, so that a test that has timed out starts nothing more */
  spawn(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
    this.requireRunning();
    return spawn(program, args, { cwd: this.directory, env: {}, ...options });
  }

  /** Runs a program to its end and returns its standard output. @throws Error with its standard error if it fails */
  async output(program: string, args: readonly string[], options: object = {}): Promise<string> {
    this.requireRunning();
    const { stdout } = await promisify(execFile)(program, args, { cwd: this.directory, env: {}, ...options });
    return String(stdout).trim();
  }

  /**
   * Repeats the check until it returns a value other than false, null and undefined. An error counts as undefined.
   * @param pause milliseconds between two checks
   * @param limit milliseconds after which this method throws
   */
  async until<T>(
    check: () => T | Promise<T>,
    pause = 10,
    limit = 120_000,
  ): Promise<Exclude<T, false | null | undefined>> {
    const repeated = async () => {
      this.requireRunning();
      return (async () => check())().catch(() => undefined);
    };
    return until(repeated, pause, limit, check.toString()) as Promise<Exclude<T, false | null | undefined>>;
  }

  /** Kills all processes, waits for their end, and removes the folder. */
  async end(): Promise<void> {
    this.hasEnded = true;
    this.guard.ref();
    this.guard.stdin!.end();
    if (this.guard.exitCode === null && this.guard.signalCode === null) await once(this.guard, 'exit');
  }

  private requireRunning(): void {
    if (this.hasEnded) throw new Error('the test has ended');
  }
}

/** The last port that `freePort` has tried. Each worker of a Jest run has 1,000 ports of its own. Another run starts at a random one of them. */
let lastPort = 10_000 + 1_000 * (Number(process.env['JEST_WORKER_ID'] ?? 0) % 20) + randomInt(500);

/** Returns a free port of 127.0.0.1 below those that the system assigns, so that a process can be restarted on it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = ++lastPort;
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await once(server.close(), 'close');
    return port;
  }
}

/** Returns the process ids of the direct children. */
export function childrenOf(pid: number): number[] {
  const children = existsSync('/proc/self/stat')
    ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    : execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return children.split(/\s+/).filter(Boolean).map(Number);
}
