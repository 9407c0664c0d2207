import { DomainError } from '@petstore/kernel';
import { NewPet } from '@petstore/pets-domain';
import { OperatorError } from '@petstore/settings';
import type { CsvFile, CsvRow } from './csv-file.ts';
import { unescapeCell, unescapeHeader } from './formula-escape.ts';
import type { ProgressBar } from './progress-bar.ts';
import type { RejectedFile } from './rejected-file.ts';

type Column = keyof typeof NewPet.fields;

const columns = Object.keys(NewPet.fields) as Column[];

export const requiredColumns = columns.filter((column) => NewPet.fields[column].isRequired);
export const optionalColumns = columns.filter((column) => !NewPet.fields[column].isRequired);

/** Throws on invalid UTF-8 instead of replacing it. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads NewPets from the rows of a CSV file. Writes each invalid row, with the reason, to the file of rejected rows. */
export class NewPetCsvReader {
  constructor(
    private readonly file: CsvFile,
    private readonly rejected: RejectedFile,
    private readonly progressBar: ProgressBar,
    /** Name for animals whose name is empty. If it is undefined, such rows are rejected. */
    private readonly defaultName: string | undefined,
  ) {}

  /**
   * Yields a NewPet for each valid row. Writes the rejected rows to disk before the generator ends, because the caller commits
   * the import then.
   * @throws OperatorError if the file is not valid CSV, the header lacks a column, or the rejected rows cannot be written
   */
  async *read(signal?: AbortSignal): AsyncGenerator<NewPet> {
    let header: Header | undefined;
    for await (const escapedRow of this.file.rows()) {
      signal?.throwIfAborted();
      if (!header) {
        header = new Header(escapedRow.cells);
        await this.rejected.writeHeader(header.cells);
        continue;
      }
      const row = header.unescape(escapedRow);
      const result = this.parseRow(row, header);
      if (result instanceof NewPet) yield result;
      else await this.rejected.add(row, result.reason);
      this.progressBar.advanceTo(row.endOffset);
    }
    if (!header) throw new OperatorError('the file is empty: it must begin with a header');
    await this.rejected.close();
  }

  /** Returns the NewPet, or the reason why the row is invalid. */
  private parseRow(row: CsvRow, header: Header): NewPet | { reason: string } {
    if (row.cells.length !== header.cells.length) {
      return { reason: `the row has ${row.cells.length} columns, the header ${header.cells.length}` };
    }
    try {
      const fields = columns.map((column) => [column, this.parseCell(column, header.cell(row, column))] as const);
      return NewPet.parse(Object.fromEntries(fields));
    } catch (error) {
      if (error instanceof DomainError || error instanceof UndecodableCell) return { reason: error.message };
      throw error;
    }
  }

  /**
   * Converts a cell to the type that NewPet.parse expects: bigint or string. Returns undefined for an empty cell if the field is
   * an integer or optional. Text that is not an integer stays text, so that NewPet.parse rejects it.
   */
  private parseCell(column: Column, text: string): unknown {
    if (column === 'name' && text === '' && this.defaultName !== undefined) return this.defaultName;
    const { type, isRequired } = NewPet.fields[column];
    if (text === '' && (type === 'integer' || !isRequired)) return undefined;
    return type === 'integer' && /^-?[0-9]+$/.test(text) ? BigInt(text) : text;
  }
}

/** A cell that is not UTF-8. Its message is the reason for the rejected row. */
class UndecodableCell extends Error {}

/** The first row of the file. */
class Header {
  /** The cells without formula escapes. */
  readonly cells: readonly string[];
  /** The cells without white space at both ends. */
  private readonly names: readonly string[];
  /** Whether the file is an export or a file of rejected rows, in which formulas are escaped. */
  private readonly isEscaped: boolean;

  /** @throws OperatorError if a required column is missing */
  constructor(cells: readonly string[]) {
    const unescaped = unescapeHeader(cells, requiredColumns);
    this.isEscaped = unescaped !== undefined;
    this.cells = unescaped ?? cells;
    this.names = this.cells.map((cell) => cell.trim());
    const missing = requiredColumns.filter((column) => !this.names.includes(column));
    if (missing.length === 0) return;
    throw new OperatorError(
      `the header must name the columns ${requiredColumns.join(' and ')}; it lacks ${missing.join(' and ')}`,
    );
  }

  /** Removes the formula escapes from a row if the file is escaped. */
  unescape(row: CsvRow): CsvRow {
    return this.isEscaped ? { ...row, cells: row.cells.map(unescapeCell) } : row;
  }

  /**
   * Returns the decoded cell of the column. It is empty if the file has no such column.
   * @throws UndecodableCell if the cell is not UTF-8
   */
  cell(row: CsvRow, column: Column): string {
    const index = this.names.indexOf(column);
    try {
      return index < 0 ? '' : utf8.decode(Buffer.from(row.cells[index] ?? '', 'latin1'));
    } catch {
      throw new UndecodableCell(`${column} is not UTF-8`);
    }
  }
}
