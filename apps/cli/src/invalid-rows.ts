import { open, rm, type FileHandle } from 'node:fs/promises';
import { OperatorError } from '@petstore/operations';
import { RowNumbers } from '@petstore/pets-application';
import { toCsv, type CsvFile, type CsvRow } from './csv.ts';
import { describeRows, formatCount } from './output.ts';

/** Maximum number of reasons that a message lists. */
const maxReasons = 20;

/**
 * The invalid rows of an import. Without a file, they end the import, and its message lists them. With a file, the import skips them, and
 * they are written to the file with their reasons.
 */
export class InvalidRows {
  count = 0;
  private readonly reasons = new Map<string, RowNumbers>();
  private file: FileHandle | undefined;

  /**
   * @param source the imported file
   * @param path of the file, which is created for the first invalid row. An existing file is never replaced.
   * @param mode permissions of the file: those of the imported file, because the rows are a part of it
   * @param isDryRun whether the rows are only counted
   */
  constructor(
    private readonly source: CsvFile,
    readonly path: string | undefined,
    private readonly mode: number,
    private readonly isDryRun = false,
  ) {}

  /** @throws OperatorError if the file exists or cannot be written */
  async add({ number, cells }: CsvRow, reason: string): Promise<void> {
    this.count += 1;
    if (this.path === undefined) {
      if (this.reasons.size < maxReasons && !this.reasons.has(reason)) this.reasons.set(reason, new RowNumbers());
      this.reasons.get(reason)?.add(number);
      return;
    }
    await this.write(async (path) => {
      const lines = [[number, reason, ...cells]];
      if (!this.file) lines.unshift(['row', 'reason', ...this.source.header]);
      this.file ??= await open(path, 'wx', this.mode);
      await this.file.appendFile(toCsv(lines));
    });
  }

  /**
   * Must be called after the last row and before the valid rows are committed.
   * @throws OperatorError with the invalid rows if there is no file for them, or if the file cannot be written
   */
  async finish(): Promise<void> {
    await this.write(() => this.file?.sync());
    if (this.path !== undefined || this.count === 0 || this.isDryRun) return;
    throw new OperatorError(`nothing was imported, because ${this.describe('; --skip-invalid imports the others')}`);
  }

  /** Says how many rows are invalid, and lists their reasons. */
  describe(advice = ''): string {
    let unlisted = this.count;
    const lines = [...this.reasons].map(([reason, rows]) => {
      unlisted -= rows.count;
      return `${describeRows(rows)}: ${reason}`;
    });
    if (unlisted > 0) lines.push(`and ${formatCount(unlisted)} more rows`);
    const invalid = `${formatCount(this.count)} ${this.count === 1 ? 'row' : 'rows'} of ${this.source.path}`;
    return `${invalid} ${this.count === 1 ? 'is' : 'are'} invalid${advice}:\n${lines.join('\n')}`;
  }

  /** Closes the file. @param isKept whether the valid rows were imported, or may have been. Otherwise deletes the file. */
  async close(isKept: boolean): Promise<void> {
    await this.file?.close();
    if (this.file && !isKept) await rm(this.path!);
  }

  private async write(action: (path: string) => Promise<void> | undefined): Promise<void> {
    try {
      await action(this.path!);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const reason = code === 'EEXIST' ? 'it exists, for example of an earlier import: move it away' : message;
      throw new OperatorError(`the invalid rows cannot be written to ${this.path}: ${reason}`);
    }
  }
}
