import { DomainError } from '@petstore/kernel';
import { NewPet } from '@petstore/pets-domain';
import { OperatorError } from '@petstore/settings';
import type { CsvFile, CsvRow } from './csv-file.ts';
import { unescapeCell, unmarkHeader } from './formula-escape.ts';
import type { ProgressBar } from './progress-bar.ts';
import type { RejectedFile } from './rejected-file.ts';

type Column = keyof typeof NewPet.fields;

const columns = Object.keys(NewPet.fields) as Column[];

export const requiredColumns = columns.filter((column) => NewPet.fields[column].isRequired);
export const optionalColumns = columns.filter((column) => !NewPet.fields[column].isRequired);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Converts the rows of a CSV file to NewPets, and writes invalid rows with the reason to the file of rejected rows. */
export class CsvToNewPets {
  constructor(
    private readonly file: CsvFile,
    private readonly rejected: RejectedFile,
    private readonly progressBar: ProgressBar,
    /** Name for animals whose name is empty; without it such rows are rejected. */
    private readonly unnamed: string | undefined,
  ) {}

  /**
   * Yields the valid rows. The rejected rows are on disk before it returns, so that no import is committed without them.
   * @throws OperatorError when the header lacks a column, or when the rejected rows cannot be written
   */
  async *read(signal?: AbortSignal): AsyncGenerator<NewPet> {
    let header: Header | undefined;
    for await (const stored of this.file.rows()) {
      signal?.throwIfAborted();
      if (!header) {
        header = new Header(stored.cells);
        await this.rejected.setHeader(header.cells);
        continue;
      }
      const row = header.unescape(stored);
      const newPet = this.parseRow(row, header);
      if (newPet instanceof NewPet) yield newPet;
      else await this.rejected.add(row, newPet.reason);
      this.progressBar.advanceTo(row.endOffset);
    }
    if (!header) throw new OperatorError('the file is empty: it must begin with a header');
    await this.rejected.close();
  }

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

  /** Converts the text to the JSON type of the field. An empty cell of an optional field or an integer is a missing field. */
  private parseCell(column: Column, text: string): unknown {
    if (column === 'name' && text === '' && this.unnamed !== undefined) return this.unnamed;
    const { type, isRequired } = NewPet.fields[column];
    if (text === '' && (type === 'integer' || !isRequired)) return undefined;
    return type === 'integer' && /^-?[0-9]+$/.test(text) ? BigInt(text) : text;
  }
}

class UndecodableCell extends Error {}

class Header {
  readonly cells: readonly string[];
  private readonly names: readonly string[];
  private readonly isMarked: boolean;

  constructor(cells: readonly string[]) {
    const unmarked = unmarkHeader(cells, requiredColumns);
    this.isMarked = unmarked !== undefined;
    this.cells = unmarked ?? cells;
    this.names = this.cells.map((cell) => cell.trim());
    const missing = requiredColumns.filter((column) => !this.names.includes(column));
    if (missing.length === 0) return;
    throw new OperatorError(
      `the header must name the columns ${requiredColumns.join(' and ')}; it lacks ${missing.join(' and ')}`,
    );
  }

  /** Removes the formula escapes from a row of a file of rejected rows. Does not change the rows of other files. */
  unescape(row: CsvRow): CsvRow {
    return this.isMarked ? { ...row, cells: row.cells.map(unescapeCell) } : row;
  }

  cell(row: CsvRow, column: Column): string {
    const index = this.names.indexOf(column);
    try {
      return index < 0 ? '' : utf8.decode(Buffer.from(row.cells[index] ?? '', 'latin1'));
    } catch {
      throw new UndecodableCell(`${column} is not UTF-8`);
    }
  }
}
