import { spawnSync } from 'node:child_process';
import { closeSync, constants, existsSync, fstatSync, openSync } from 'node:fs';
import { EmbeddedPostgresFailed } from './embedded-postgres-failed.ts';

/**
 * What keeps the embedded server alive: a named pipe that every process in need of the server holds open for writing,
 * and that the server's keeper reads. The kernel counts the holders: when the last one is gone, however it went, the
 * keeper reads the end and stops the server.
 */
export class Lifeline {
  private constructor(private writer: number | undefined) {}

  /** Holds the pipe, or answers nothing when no keeper reads it. */
  static hold(path: string): Lifeline | undefined {
    try {
      return new Lifeline(openPipe(path, constants.O_WRONLY | constants.O_NONBLOCK));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENXIO' || code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /**
   * Holds the pipe before any keeper does, and answers the end that the keeper is to read.
   * The pipe is never replaced: processes that start at the same time must hold the same one.
   */
  static begin(path: string): { lifeline: Lifeline; reader: number } {
    if (!existsSync(path)) spawnSync('mkfifo', ['-m', '600', path], { stdio: 'ignore' });
    const both = openPipe(path, constants.O_RDWR);
    const reader = openPipe(path, constants.O_RDONLY);
    const writer = openPipe(path, constants.O_WRONLY);
    closeSync(both);
    return { lifeline: new Lifeline(writer), reader };
  }

  /** A second time it does nothing: the number may by then be another file's. */
  release(): void {
    if (this.writer !== undefined) closeSync(this.writer);
    this.writer = undefined;
  }
}

/** @throws EmbeddedPostgresFailed when something else lies there */
function openPipe(path: string, flags: number): number {
  const handle = openSync(path, flags | constants.O_NOFOLLOW);
  if (fstatSync(handle).isFIFO()) return handle;
  closeSync(handle);
  throw new EmbeddedPostgresFailed(`${path} is no named pipe`);
}
