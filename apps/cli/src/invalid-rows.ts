import { open, rm, type FileHandle } from 'node:fs/promises';
import { OperatorError } from '@petstore/settings';
import { toCsv, type CsvRow } from './pet-csv.ts';

/** Maximum number of invalid rows that a message lists. */
const maxListed = 20;

/** The invalid rows of an import: they end it, or, with a file, they are skipped and written there with their reasons. */
export class InvalidRows {
  /** Number of invalid rows. */
  count = 0;
  private readonly listed: string[] = [];
  private file: FileHandle | undefined;

  /** @param path of the file, which is created for the first invalid row. An existing file is never replaced. */
  constructor(readonly path: string | undefined) {}

  /** @throws OperatorError if the file exists or cannot be written */
  async add(header: CsvRow, { number, cells }: CsvRow, reason: string): Promise<void> {
    this.count += 1;
    if (this.path === undefined) {
      if (this.listed.length < maxListed) this.listed.push(`row ${number}: ${reason}`);
      return;
    }
    const isFirst = this.count === 1;
    await this.write(async (path) => {
      this.file ??= await open(path, 'wx');
      if (isFirst) await this.file.appendFile(toCsv([['row', 'reason', ...header.cells]]));
      await this.file.appendFile(toCsv([[number, reason, ...cells]]));
    });
  }

  /**
   * Must be called after the last row and before the valid rows are committed.
   * @throws OperatorError with the invalid rows if there is no file for them, or if the file cannot be written
   */
  async finish(): Promise<void> {
    await this.write(() => this.file?.sync());
    if (this.path !== undefined || this.count === 0) return;
    const more = this.count > this.listed.length ? [`and ${this.count - this.listed.length} more`] : [];
    throw new OperatorError(
      [
        `nothing was imported, because ${this.count === 1 ? '1 row is' : `${this.count} rows are`} invalid; --skip-invalid imports the others:`,
        ...this.listed,
        ...more,
      ].join('\n'),
    );
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
      throw new OperatorError(`the invalid rows cannot be written to ${this.path}: ${(error as Error).message}`);
    }
  }
}
