import { spawnSync } from 'node:child_process';
import { closeSync, constants, existsSync, fstatSync, openSync } from 'node:fs';
import { EmbeddedPostgresFailed } from '../open-database.errors.ts';

/**
 * A lease on the embedded server: a named pipe that each process using the server holds open for writing, and that the
 * server's supervisor reads. When the last writer closes it or dies, the supervisor reads the end and stops the server.
 */
export class ServerLease {
  private constructor(private writer: number | undefined) {}

  /** Opens the pipe for writing. @returns undefined if no supervisor reads it */
  static join(path: string): ServerLease | undefined {
    try {
      return new ServerLease(openPipe(path, constants.O_WRONLY | constants.O_NONBLOCK));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENXIO' || code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Whether a supervisor reads the pipe, which it does until its server has stopped. */
  static isSupervised(path: string): boolean {
    const probe = ServerLease.join(path);
    probe?.release();
    return probe !== undefined;
  }

  /**
   * Opens the pipe, also for the supervisor (`reader`). Keeps an existing pipe, because processes that start at the same time
   * must open the same one.
   */
  static create(path: string): { lease: ServerLease; reader: number } {
    if (!existsSync(path)) spawnSync('mkfifo', ['-m', '600', path], { stdio: 'ignore' });
    const both = openPipe(path, constants.O_RDWR);
    const reader = openPipe(path, constants.O_RDONLY);
    const writer = openPipe(path, constants.O_WRONLY);
    closeSync(both);
    return { lease: new ServerLease(writer), reader };
  }

  /** Closes the pipe. A second call does nothing, because the descriptor may belong to another file then. */
  release(): void {
    if (this.writer !== undefined) closeSync(this.writer);
    this.writer = undefined;
  }
}

/** @throws EmbeddedPostgresFailed if the path is not a named pipe */
function openPipe(path: string, flags: number): number {
  const handle = openSync(path, flags | constants.O_NOFOLLOW);
  if (fstatSync(handle).isFIFO()) return handle;
  closeSync(handle);
  throw new EmbeddedPostgresFailed(`${path} is not a named pipe`);
}
