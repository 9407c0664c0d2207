import { open, rm, type FileHandle } from 'node:fs/promises';
import { OperatorError } from '@petstore/operations';
import { toCsv, type CsvRow } from './csv.ts';
import { formatCount } from './output.ts';

/** Maximum number of reasons that a message lists, and of rows that it names for each. */
const maxReasons = 20;
const maxRows = 5;

/**
 * The invalid rows of an import. Without a file, they end the import, and its message lists them. With a file, the import skips them, and
 * they are written to the file with their reasons.
 */
export class InvalidRows {
  count = 0;
  /** For each reason, the numbers of its first rows, and how many rows have it. */
  private readonly reasons = new Map<string, { readonly rows: number[]; count: number }>();
  private file: FileHandle | undefined;

  /**
   * @param path of the file, which is created for the first invalid row. An existing file is never replaced.
   * @param mode permissions of the file: those of the imported file, because the rows are a part of it
   * @param isDryRun whether the rows are only counted
   */
  constructor(
    readonly path: string | undefined,
    private readonly mode = 0o600,
    private readonly isDryRun = false,
  ) {}

  /** @throws OperatorError if the file exists or cannot be written */
  async add(header: CsvRow, { number, cells }: CsvRow, reason: string): Promise<void> {
    this.count += 1;
    if (this.path === undefined) {
      this.list(number, reason);
      return;
    }
    const isFirst = this.count === 1;
    await this.write(async (path) => {
      this.file ??= await open(path, 'wx', this.mode);
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
    if (this.path !== undefined || this.count === 0 || this.isDryRun) return;
    throw new OperatorError(`nothing was imported, because ${this.describe('; --skip-invalid imports the others')}`);
  }

  /** Says how many rows are invalid, and lists their reasons. */
  describe(advice = ''): string {
    let unlisted = this.count;
    const lines = [...this.reasons].map(([reason, { rows, count }]) => {
      unlisted -= count;
      const more = count > rows.length ? ` and ${formatCount(count - rows.length)} more` : '';
      return `${count === 1 ? 'row' : 'rows'} ${rows.join(', ')}${more}: ${reason}`;
    });
    if (unlisted > 0) lines.push(`and ${formatCount(unlisted)} more rows`);
    const invalid = this.count === 1 ? '1 row is' : `${formatCount(this.count)} rows are`;
    return `${invalid} invalid${advice}:\n${lines.join('\n')}`;
  }

  /** Closes the file. @param isKept whether the valid rows were imported, or may have been. Otherwise deletes the file. */
  async close(isKept: boolean): Promise<void> {
    await this.file?.close();
    if (this.file && !isKept) await rm(this.path!);
  }

  /** Notes the row for the message, unless the message has too many other reasons already. */
  private list(number: number, reason: string): void {
    const known = this.reasons.get(reason);
    if (!known && this.reasons.size >= maxReasons) return;
    const listed = known ?? { rows: [], count: 0 };
    this.reasons.set(reason, listed);
    listed.count += 1;
    if (listed.rows.length < maxRows) listed.rows.push(number);
  }

  private async write(action: (path: string) => Promise<void> | undefined): Promise<void> {
    try {
      await action(this.path!);
    } catch (error) {
      throw new OperatorError(`the invalid rows cannot be written to ${this.path}: ${(error as Error).message}`);
    }
  }
}
