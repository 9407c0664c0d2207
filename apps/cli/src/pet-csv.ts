import { pipeline, type Readable } from 'node:stream';
import { DomainError } from '@petstore/kernel';
import { NewPet, type PetSnapshot } from '@petstore/pets-domain';
import { OperatorError } from '@petstore/settings';
import { CsvError, parse, type Info } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { escapeFormulas, unescapeFormulas } from './formula-escape.ts';
import type { InvalidRows } from './invalid-rows.ts';

type Column = keyof typeof NewPet.fields;

/** The columns that `import` reads: the members of NewPet. */
const importColumns = Object.keys(NewPet.fields) as Column[];

/** The columns that `export` writes. */
export const exportColumns = ['id', ...importColumns] as const;

export const requiredColumns = importColumns.filter((column) => NewPet.fields[column].isRequired);
export const optionalColumns = importColumns.filter((column) => !NewPet.fields[column].isRequired);

/** A row of a CSV file, without formula escapes. */
export interface CsvRow {
  /** As a spreadsheet counts: the first row has the number 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** Maximum length of a row, in bytes. If a quotation mark is not closed, the parser reports an error at this length. */
const maxRowBytes = 1_048_576;

/**
 * Yields the rows of a CSV file in UTF-8, the header first, and destroys the stream at the end.
 * @param path for messages
 * @throws OperatorError if the file cannot be read, or is not valid CSV or UTF-8
 */
export async function* readCsv(path: string, bytes: Readable): AsyncGenerator<CsvRow> {
  const parser = parse({
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRowBytes,
  });
  // The loop below throws the errors of all three streams.
  pipeline(bytes, decode, parser, () => undefined);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      yield { number: info.records + info.empty_lines, cells: record.map(unescapeFormulas) };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new OperatorError(`${path} is not valid CSV: ${error.message}`);
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw new OperatorError(`${path} is not UTF-8`);
    throw code === undefined ? error : new OperatorError(`${path} cannot be read: ${message}`);
  } finally {
    bytes.destroy();
  }
}

/** Throws on invalid UTF-8 instead of replacing it. Removes a byte-order mark. */
async function* decode(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/**
 * Yields a NewPet for each valid row.
 * @param rows the header first
 * @param invalidRows gets the other rows. Its `finish` is called after the last row.
 * @param unnamed name for animals whose name is empty. Without it, such rows are invalid.
 * @throws OperatorError if the header lacks a column, or what `invalidRows` throws
 */
export async function* readNewPets(
  rows: AsyncIterable<CsvRow>,
  invalidRows: InvalidRows,
  unnamed?: string,
): AsyncGenerator<NewPet> {
  let header: CsvRow | undefined;
  let names: readonly string[] = [];
  for await (const row of rows) {
    if (!header) {
      header = row;
      names = columnNames(row);
      continue;
    }
    const result = parseRow(names, row, unnamed);
    if (result instanceof NewPet) yield result;
    else await invalidRows.add(header, row, result.reason);
  }
  if (!header) throw new OperatorError('the file is empty: it must begin with a header');
  await invalidRows.finish();
}

/** @throws OperatorError if a required column is missing */
function columnNames({ cells }: CsvRow): string[] {
  const names = cells.map((cell) => cell.trim());
  const missing = requiredColumns.filter((column) => !names.includes(column));
  if (missing.length === 0) return names;
  throw new OperatorError(
    `the header must name the columns ${requiredColumns.join(' and ')}; it lacks ${missing.join(' and ')}`,
  );
}

/** Returns the NewPet, or the reason why the row is invalid. */
function parseRow(names: readonly string[], { cells }: CsvRow, unnamed?: string): NewPet | { reason: string } {
  if (cells.length !== names.length) {
    return { reason: `the row has ${cells.length} columns, the header ${names.length}` };
  }
  const member = (column: Column) => {
    const text = cells[names.indexOf(column)] ?? '';
    return column === 'name' && text === '' && unnamed !== undefined ? unnamed : parseCell(column, text);
  };
  try {
    return NewPet.of(Object.fromEntries(importColumns.map((column) => [column, member(column)])));
  } catch (error) {
    if (error instanceof DomainError) return { reason: error.message };
    throw error;
  }
}

/**
 * Converts a cell to the type that `NewPet.of` expects. Returns undefined for an empty cell if the member is an integer or
 * optional. Text that is not an integer stays text, so that `NewPet.of` rejects it.
 */
function parseCell(column: Column, text: string): unknown {
  const { type, isRequired } = NewPet.fields[column];
  if (text === '' && (type === 'integer' || !isRequired)) return undefined;
  return type === 'integer' && /^-?[0-9]+$/.test(text) ? BigInt(text) : text;
}

/** Returns rows of CSV, with formulas escaped in texts. */
export function toCsv(rows: readonly (readonly (string | bigint | number | undefined)[])[]): string {
  return stringify(rows as unknown[][], { cast: { string: escapeFormulas } });
}

/** Returns a row of CSV for each pet, with the `exportColumns`. A member that the pet does not have is an empty cell. */
export function petsToCsv(pets: readonly PetSnapshot[]): string {
  const cell = (pet: PetSnapshot, column: (typeof exportColumns)[number]) => {
    const value: string | undefined = pet[column];
    const isInteger = column === 'id' || NewPet.fields[column].type === 'integer';
    return isInteger && value !== undefined ? BigInt(value) : value;
  };
  return toCsv(pets.map((pet) => exportColumns.map((column) => cell(pet, column))));
}
