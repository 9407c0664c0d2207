import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import type { WriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { OperatorError } from '@petstore/database';
import type { CsvFile, CsvRow } from './csv-file.ts';
import { escapeCell, markHeader } from './formula-escape.ts';

/**
 * The rows that did not go in, as CSV: line, reason, then the row byte for byte, except that no cell is a formula. Left
 * only when there are some.
 */
export class RejectedFile {
  count = 0;
  private isKept = false;
  private readonly stream: WriteStream;

  private constructor(
    readonly path: string,
    private readonly input: CsvFile,
    private readonly draft: string,
    handle: FileHandle,
  ) {
    this.stream = handle.createWriteStream({ encoding: 'latin1' });
    // Told by the next write or by the close, whichever comes first.
    this.stream.on('error', () => undefined);
  }

  /**
   * Opened before anything is imported, so that a place where nothing can be written costs nothing. Until `keep` it is a
   * file of a new name: no existing file, and so not the input, is opened for writing.
   * @throws OperatorError
   */
  static async at(path: string, input: CsvFile): Promise<RejectedFile> {
    const draft = join(dirname(path), `.rejected-${randomUUID()}.part`);
    try {
      await requireReplaceable(path, input);
      return new RejectedFile(path, input, draft, await open(draft, 'wx'));
    } catch (error) {
      throw unwritable(path, error);
    }
  }

  async setHeader(cells: readonly string[]): Promise<void> {
    await this.write(['line', 'reason', ...markHeader(cells)]);
  }

  async add({ line, cells }: CsvRow, reason: string): Promise<void> {
    this.count += 1;
    await this.write([String(line), Buffer.from(reason).toString('latin1'), ...cells].map(escapeCell));
  }

  /** Gives the file its name, when there is something in it. @throws OperatorError */
  async keep(): Promise<void> {
    await this.close();
    await requireReplaceable(this.path, this.input).catch((error: unknown) => {
      throw unwritable(this.path, error);
    });
    await (this.count > 0 ? rename(this.draft, this.path) : rm(this.draft));
    this.isKept = this.count > 0;
  }

  /** The import has failed, and leaves nothing behind. */
  async discard(): Promise<void> {
    await this.close().catch(() => undefined);
    await rm(this.isKept ? this.path : this.draft, { force: true });
  }

  private async write(cells: readonly string[]): Promise<void> {
    if (this.stream.errored) throw this.stream.errored;
    if (!this.stream.write(csvLine(cells))) await once(this.stream, 'drain');
  }

  private async close(): Promise<void> {
    if (this.stream.closed && !this.stream.errored) return;
    this.stream.end();
    await finished(this.stream);
  }
}

/** The input may have other names: links, relative paths, another spelling on a file system that ignores case. */
async function requireReplaceable(path: string, input: CsvFile): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (path === input.path || (found && input.isSameAs(found))) throw new Error('it is the file to import');
  if (found?.isDirectory()) throw new Error('it is a folder');
  if (found && !found.isFile()) throw new Error('it is no ordinary file');
}

function unwritable(path: string, error: unknown): OperatorError {
  return new OperatorError(`the rejected rows cannot be written to ${path}: ${(error as Error).message}`);
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;
}
