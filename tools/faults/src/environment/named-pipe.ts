import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from './folder.ts';

/** A pipe whose reading end can be left unread, closed and opened again. */
export class NamedPipe {
  private readonly folder = temporaryFolder();
  private readonly path = join(this.folder, 'pipe');
  private reader: Socket;
  /** The descriptor to write to. */
  readonly writer: number;

  constructor() {
    const { status } = spawnSync('mkfifo', [this.path]);
    if (status !== 0) throw new Error('mkfifo failed');
    this.reader = this.openReader();
    this.writer = openSync(this.path, constants.O_WRONLY);
  }

  /** Reads from now on. @returns what has been read so far, whenever it is called */
  read(): () => string {
    const chunks: Buffer[] = [];
    this.reader.on('data', (chunk: Buffer) => chunks.push(chunk)).resume();
    return () => Buffer.concat(chunks).toString();
  }

  /** Hands the writing end to another process, which makes writes to it block (libuv clears O_NONBLOCK for a child). */
  share(): void {
    spawnSync('true', { stdio: ['ignore', this.writer, 'ignore'] });
  }

  closeReader(): void {
    this.reader.destroy();
  }

  reopenReader(): void {
    this.reader = this.openReader();
  }

  remove(): void {
    this.closeReader();
    closeSync(this.writer);
    rmSync(this.folder, { recursive: true });
  }

  private openReader(): Socket {
    const descriptor = openSync(this.path, constants.O_RDONLY | constants.O_NONBLOCK);
    return new Socket({ fd: descriptor, readable: true, writable: false }).pause();
  }
}
