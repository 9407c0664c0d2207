import { lstat, open, rm, stat } from 'node:fs/promises';
import { OperatorError } from '@petstore/settings';
import type { CsvFile, CsvRow } from './csv-file.ts';
import { csvLine } from './csv-line.ts';
import { DraftFile } from './draft-file.ts';
import { escapeCell, escapeHeader } from './formula-escape.ts';

/**
 * Writes the rejected rows of an import as CSV: line number, reason, then the bytes of the row with formulas escaped. Rows go to
 * a draft in the folder of `path`. Only `publish` replaces an existing file at `path`. A method that writes throws OperatorError
 * if the write fails.
 */
export class RejectedFile {
  /** Number of rejected rows. */
  count = 0;
  private headerLine = '';

  private constructor(
    readonly path: string,
    private readonly input: CsvFile,
    private readonly draft: DraftFile,
  ) {}

  get draftPath(): string {
    return this.draft.path;
  }

  /**
   * Creates the draft. Callers do this before the import starts, because the import must not start if the folder is not writable.
   * @throws OperatorError if the draft cannot be created, or `path` is a folder, the input or not a regular file
   */
  static async create(path: string, input: CsvFile): Promise<RejectedFile> {
    try {
      await requireReplaceable(path, input);
      return new RejectedFile(path, input, await DraftFile.create(path, 'rejected'));
    } catch (error) {
      throw writeError(path, error);
    }
  }

  /** Writes the header of the input, after the columns `line` and `reason`. */
  async writeHeader(cells: readonly string[]): Promise<void> {
    const header = ['line', 'reason', ...escapeHeader(cells)];
    this.headerLine = csvLine(header);
    await this.write(header);
  }

  /** Writes a row and the reason why it was rejected. */
  async add({ line, cells }: CsvRow, reason: string): Promise<void> {
    this.count += 1;
    // Cells hold one byte per character (see `CsvRow`), so the UTF-8 bytes of the reason are converted to the same form.
    await this.write([String(line), Buffer.from(reason).toString('latin1'), ...cells].map(escapeCell));
  }

  /** Closes the draft after all its rows are on disk. */
  async close(): Promise<void> {
    await this.draft.close().catch((error: unknown) => {
      throw writeError(this.path, error);
    });
  }

  /**
   * Renames the closed draft to `path`, or deletes it if no row was rejected. Must be called after the commit, because an import
   * that fails must not replace an existing file at `path`.
   * @throws OperatorError if the draft cannot be renamed. The message names the draft, which stays
   */
  async publish(): Promise<void> {
    if (this.count === 0) return this.discard();
    try {
      await requireReplaceable(this.path, this.input);
      await this.draft.publish(this.path);
    } catch (error) {
      throw new OperatorError(`${writeError(this.path, error).message}; they are in ${this.draftPath}`);
    }
  }

  /**
   * Handles an existing file at `path` after an import that rejected no row. The file would look like the result of this import.
   * Therefore it is deleted, as `publish` replaces it after an import that rejected rows. A file that does not begin with the
   * header of this import's rejected rows stays, because a person or another program may have written it.
   * @returns what was done, undefined if there is no file
   * @throws OperatorError if the file cannot be read or deleted
   */
  async removeOutdated(): Promise<'deleted' | 'kept' | undefined> {
    try {
      const found = await lstat(this.path).catch(() => undefined);
      if (!found) return undefined;
      if (!found.isFile() || this.input.isSameAs(found) || !(await startsWith(this.path, this.headerLine)))
        return 'kept';
      await rm(this.path);
      return 'deleted';
    } catch (error) {
      throw new OperatorError(
        `${this.path} is from an earlier import and cannot be deleted: ${(error as Error).message}`,
      );
    }
  }

  /** Deletes the draft. */
  async discard(): Promise<void> {
    await this.draft.discard();
  }

  private async write(cells: readonly string[]): Promise<void> {
    await this.draft.write(csvLine(cells)).catch((error: unknown) => {
      throw writeError(this.path, error);
    });
  }
}

/**
 * Throws if `path` must not be replaced. Compares inodes, because the input may have several paths: links, relative paths, and,
 * on a case-insensitive file system, the same name in other letter case.
 */
async function requireReplaceable(path: string, input: CsvFile): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (path === input.path || (found && input.isSameAs(found))) throw new Error('it is the file to import');
  if (found?.isDirectory()) throw new Error('it is a folder');
  if (found && !found.isFile()) throw new Error('it is not a regular file');
}

function writeError(path: string, error: unknown): OperatorError {
  return new OperatorError(`the rejected rows cannot be written to ${path}: ${(error as Error).message}`);
}

/** @param text one character per byte */
async function startsWith(path: string, text: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(text.length), 0, text.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === text;
  } finally {
    await handle.close();
  }
}
