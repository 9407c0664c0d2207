import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import type { WriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { OperatorError } from '@petstore/settings';
import type { CsvFile, CsvRow } from './csv-file.ts';
import { escapeCell, markHeader } from './formula-escape.ts';

/**
 * The rejected rows of an import as CSV: line number, reason, then the row's bytes with formulas escaped. Rows are written to
 * a draft in the folder of `path`. Only `publish` replaces an existing file at `path`. A failed write throws OperatorError.
 */
export class RejectedFile {
  count = 0;
  private readonly stream: WriteStream;

  private constructor(
    readonly path: string,
    readonly draft: string,
    private readonly input: CsvFile,
    handle: FileHandle,
  ) {
    // `flush` calls fsync before the file is closed.
    this.stream = handle.createWriteStream({ encoding: 'latin1', flush: true });
    // The next write or the close reports the error.
    this.stream.on('error', () => undefined);
  }

  /**
   * Creates the draft. Called before the import starts, so that an unwritable folder stops it early. The draft has a new name,
   * so that no existing file, such as the input, is opened for writing.
   */
  static async at(path: string, input: CsvFile): Promise<RejectedFile> {
    const draft = join(dirname(path), `.rejected-${randomUUID()}.part`);
    try {
      await requireReplaceable(path, input);
      return new RejectedFile(path, draft, input, await open(draft, 'wx'));
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

  /** Writes all rows to disk, in the draft. */
  async close(): Promise<void> {
    if (this.stream.closed && !this.stream.errored) return;
    this.stream.end();
    await finished(this.stream).catch((error: unknown) => {
      throw unwritable(this.path, error);
    });
  }

  /**
   * Renames the closed draft to `path`, or deletes it if no row was rejected. Must be called after the commit: before it, the
   * import can still fail, and then an existing file at `path` must stay.
   * @throws OperatorError that names the draft, which is kept
   */
  async publish(): Promise<void> {
    if (this.count === 0) return this.discard();
    try {
      await requireReplaceable(this.path, this.input);
      await rename(this.draft, this.path);
    } catch (error) {
      throw new OperatorError(`${unwritable(this.path, error).message}; they are in ${this.draft}`);
    }
  }

  /** Deletes the draft, because nothing was imported or no row was rejected. */
  async discard(): Promise<void> {
    await this.close().catch(() => undefined);
    await rm(this.draft, { force: true });
  }

  private async write(cells: readonly string[]): Promise<void> {
    try {
      if (this.stream.errored) throw this.stream.errored;
      if (!this.stream.write(csvLine(cells))) await once(this.stream, 'drain');
    } catch (error) {
      throw unwritable(this.path, error);
    }
  }
}

/** The input may have other names: links, relative paths, other case. */
async function requireReplaceable(path: string, input: CsvFile): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (path === input.path || (found && input.isSameAs(found))) throw new Error('it is the file to import');
  if (found?.isDirectory()) throw new Error('it is a folder');
  if (found && !found.isFile()) throw new Error('it is not a regular file');
}

function unwritable(path: string, error: unknown): OperatorError {
  return new OperatorError(`the rejected rows cannot be written to ${path}: ${(error as Error).message}`);
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;
}
