import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { WriteStream } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';

/**
 * A file under a random name in the folder of its target, so that the target appears complete or not at all. The methods throw the
 * errors of the file system.
 */
export class DraftFile {
  private readonly stream: WriteStream;

  private constructor(
    readonly path: string,
    handle: FileHandle,
  ) {
    // `latin1` writes each character as one byte. `flush` calls fsync before the file is closed.
    this.stream = handle.createWriteStream({ encoding: 'latin1', flush: true });
    // A listener prevents an uncaught exception. The next write or `close` throws the error.
    this.stream.on('error', () => undefined);
  }

  /** Creates an empty draft. Its random name cannot replace an existing file. @param kind part of the name, such as `rejected` */
  static async create(target: string, kind: string): Promise<DraftFile> {
    const path = join(dirname(target), `.${kind}-${randomUUID()}.part`);
    return new DraftFile(path, await open(path, 'wx'));
  }

  /** Waits while the buffer is full. @param text one character per byte */
  async write(text: string): Promise<void> {
    if (this.stream.errored) throw this.stream.errored;
    if (!this.stream.write(text)) await once(this.stream, 'drain');
  }

  /** Closes the draft after its content is on disk. May be called again. */
  async close(): Promise<void> {
    if (this.stream.closed && !this.stream.errored) return;
    this.stream.end();
    await finished(this.stream);
  }

  /** Renames the closed draft to the target, and replaces an existing file. */
  async publish(target: string): Promise<void> {
    await rename(this.path, target);
  }

  /** Deletes the draft. */
  async discard(): Promise<void> {
    await this.close().catch(() => undefined);
    await rm(this.path, { force: true });
  }
}
