import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { createTemporaryDirectory, removeTemporaryDirectory } from '@petstore/processes';

/** A named pipe whose reading end can be left unread, closed and reopened. */
export class NamedPipe {
  private readonly directory = createTemporaryDirectory();
  private readonly path = join(this.directory, 'pipe');
  private reader: Socket;
  /** File descriptor of the writing end. */
  readonly writer: number;

  constructor() {
    const { status } = spawnSync('mkfifo', [this.path]);
    if (status !== 0) throw new Error('mkfifo failed');
    this.reader = this.openReader();
    this.writer = openSync(this.path, constants.O_WRONLY);
  }

  /** Starts to read. @returns a function that returns the text received so far */
  read(): () => string {
    const chunks: Buffer[] = [];
    this.reader.on('data', (chunk: Buffer) => chunks.push(chunk)).resume();
    return () => Buffer.concat(chunks).toString();
  }

  /** Makes writes to the pipe block: libuv clears O_NONBLOCK when it passes the descriptor to a child process. */
  makeBlocking(): void {
    spawnSync('true', { stdio: ['ignore', this.writer, 'ignore'] });
  }

  closeReader(): void {
    this.reader.destroy();
  }

  reopenReader(): void {
    this.reader = this.openReader();
  }

  /** Closes both ends and deletes the pipe. */
  remove(): void {
    this.closeReader();
    closeSync(this.writer);
    removeTemporaryDirectory(this.directory);
  }

  private openReader(): Socket {
    const descriptor = openSync(this.path, constants.O_RDONLY | constants.O_NONBLOCK);
    return new Socket({ fd: descriptor, readable: true, writable: false }).pause();
  }
}
