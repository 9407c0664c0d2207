import { pipeline, type Readable } from 'node:stream';
import { DomainError } from '@petstore/kernel';
import { NewPet, type PetField, type PetSnapshot } from '@petstore/pets-domain';
import { OperatorError } from '@petstore/settings';
import { CsvError, parse, type Info } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { escapeFormulas, unescapeFormulas } from './formula-escape.ts';
import type { InvalidRows } from './invalid-rows.ts';
import { formatCount } from './output.ts';

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

/** The header of an export, and of the rows of an export that `--skip-invalid` wrote to a file. */
const exportHeader = new RegExp(`^(?:row,reason,)?${exportColumns.join()}$`);

/** What programs and people write if there is no name. "Na" and "Null" are names: a real shelter has an animal called Na. */
const missingNames = 'NA na N/A n/a #N/A <NA> NaN nan NULL null \\N - -- – —'.split(' ');

const saveAsCsv = 'open it in a spreadsheet program, and save it as CSV with commas, in UTF-8';

/** How files begin that are no CSV, in Latin-1 without a byte-order mark, and what the operator must do with them. */
const otherFormats: readonly (readonly [RegExp, string])[] = [
  [/^PK\x03\x04/, `is a ZIP archive, as files of the formats .xlsx, .ods and .numbers are: ${saveAsCsv}`],
  [/^\xd0\xcf\x11\xe0/, `is an Excel file (.xls, or any with a password): ${saveAsCsv}`],
  [/^<(?:\?xml|!doctype|html|table)/i, `is XML or HTML: ${saveAsCsv}`],
  [/^\[?\s*\{\s*"/, 'is JSON: convert it to CSV'],
  [/^%PDF-/, 'is a PDF: export the data as CSV from the program that made it'],
  [
    /^(?:\x1f\x8b|BZh[1-9]1AY|\xfd7zXZ|\x28\xb5\x2f\xfd|7z\xbc\xaf)/,
    `is compressed: unpack it. If its format is .gnumeric, ${saveAsCsv}`,
  ],
  [
    /^"?sep=/i,
    'begins with a line "sep=", which only some spreadsheets read: delete it, and save the file with commas',
  ],
];

/** Maximum length of a row, in bytes. If a quotation mark is not closed, the parser stops here instead of filling the memory. */
const maxRowBytes = 1_048_576;

/**
 * Yields the rows of a CSV file in UTF-8, the header first, and destroys the stream at the end.
 * @param path for messages
 * @throws OperatorError if the file cannot be read, or is not valid CSV or UTF-8
 */
export async function* readCsv(path: string, bytes: Readable): AsyncGenerator<CsvRow> {
  const parser = parse({
    info: true,
    // Without this option, only the line end of the header ends a row, and another one becomes part of a cell.
    record_delimiter: ['\r\n', '\n', '\r'],
    // `readNewPets` rejects the row.
    relax_column_count: true,
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
    if (error instanceof CsvError) throw new OperatorError(`${path} is not valid CSV: ${describeCsvError(error)}`);
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw new OperatorError(`${path} is not UTF-8: save it as UTF-8`);
    throw code === undefined ? error : new OperatorError(`${path} cannot be read: ${message}`);
  } finally {
    bytes.destroy();
  }
}

/** All errors of the parser are about quotation marks. A wrong quotation mark could hide the end of a row, so no row can be used. */
function describeCsvError({ code, records, empty_lines }: CsvError): string {
  const row = Number(records) + Number(empty_lines) + 1;
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return `row ${row} has more than ${formatCount(maxRowBytes)} bytes; probably a quotation mark is not closed`;
  }
  return (
    `in row ${row} a quotation mark is not closed, or not doubled inside a quoted cell, as in "5"" scar"; ` +
    'cells must be separated by commas'
  );
}

/**
 * Throws on invalid UTF-8 instead of replacing it, and on U+0000, after which the parser would accept a wrong quotation mark. Removes
 * a byte-order mark.
 */
async function* decode(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isStart = true;
  for await (const chunk of chunks) {
    if (isStart) requireCsv(chunk);
    const text = decoder.decode(chunk, { stream: true });
    if (text.includes('\0')) throw new OperatorError('the file contains U+0000: save it as UTF-8');
    if (isStart) requireCommas(text);
    isStart = false;
    yield text;
  }
  yield decoder.decode();
}

/** Refuses a file of another format. The decoder would report that it is not UTF-8, and the parser that columns are missing. */
function requireCsv(start: Buffer): void {
  const text = start.toString('latin1', 0, 64).replace(/^\xef\xbb\xbf/, '');
  const [, advice] = otherFormats.find(([beginning]) => beginning.test(text.trimStart())) ?? [];
  if (advice !== undefined) throw new OperatorError(`the file ${advice}`);
}

/**
 * Refuses a file whose header has another separator than the comma. The parser would report quotation marks instead, because it takes
 * a quotation mark beside another separator as an error.
 */
function requireCommas(start: string): void {
  const [header = ''] = start.trimStart().split(/[\r\n]/, 1);
  const [separator] = header.includes(',') ? [] : (/[;\t|]/.exec(header) ?? []);
  if (separator === undefined) return;
  throw new OperatorError(`the columns are separated by ${JSON.stringify(separator)}: save the file with commas`);
}

/**
 * Yields a NewPet for each valid row.
 * @param rows the header first
 * @param invalidRows gets the other rows. Its `finish` is called after the last row.
 * @param unnamed name for animals whose name is missing. Without it, such rows are invalid.
 * @throws OperatorError if the header lacks a column or repeats one, or what `invalidRows` throws
 */
export async function* readNewPets(
  rows: AsyncIterable<CsvRow>,
  invalidRows: InvalidRows,
  unnamed?: string,
): AsyncGenerator<NewPet> {
  let header: CsvRow | undefined;
  let names: readonly string[] = [];
  let missing: readonly string[] = [];
  for await (const row of rows) {
    if (!header) {
      header = row;
      names = columnNames(row);
      // An export has the exact names of the animals.
      missing = exportHeader.test(row.cells.join()) ? [] : missingNames;
      continue;
    }
    const result = parseRow(names, row, missing, unnamed);
    if (result instanceof NewPet) yield result;
    else await invalidRows.add(header, row, result.reason);
  }
  if (!header) throw new OperatorError('the file is empty: it must begin with a header');
  await invalidRows.finish();
}

/**
 * Returns the names of the columns in the spelling of `importColumns`, and an empty name for each other column. Capital letters make no
 * difference. Otherwise the column `Status` would be ignored, and every animal would be available.
 */
function columnNames({ cells }: CsvRow): string[] {
  const spellings = new Map(importColumns.map((column) => [column.toLowerCase(), column]));
  const names = cells.map((cell) => spellings.get(cell.trim().toLowerCase()) ?? '');
  const missing = requiredColumns.filter((column) => !names.includes(column));
  if (missing.length > 0) {
    throw new OperatorError(
      `the header must name the columns ${requiredColumns.join(' and ')}; it lacks ${missing.join(' and ')}`,
    );
  }
  const repeated = importColumns.find((column) => names.indexOf(column) !== names.lastIndexOf(column));
  if (repeated !== undefined) throw new OperatorError(`the header must name the column ${repeated} once`);
  return names;
}

/**
 * Returns the NewPet, or the reason why the row is invalid. A reason has no text of the row, so that equal faults have equal reasons.
 * @param missing the names that mean that the animal has none
 */
function parseRow(
  names: readonly string[],
  { cells }: CsvRow,
  missing: readonly string[],
  unnamed?: string,
): NewPet | { reason: string } {
  if (cells.every((cell) => cell.trim() === '')) return { reason: 'the row is empty: delete it' };
  if (cells.length !== names.length) {
    return {
      reason:
        `the row has ${cells.length} columns, the header ${names.length}: ` +
        'separate cells with commas, and put a cell that contains a comma in quotation marks',
    };
  }
  const textOf = (column: Column) => cells[names.indexOf(column)] ?? '';
  const name = textOf('name').trim();
  const isUnnamed = name === '' || missing.includes(name);
  const reasons: string[] = [];
  if (isUnnamed && unnamed === undefined) {
    const advice = '--unnamed <text> gives such animals a name';
    reasons.push(
      name === ''
        ? `name is empty: ${advice}`
        : `name is a word for a missing one, such as NA or -: ${advice}; in a file with the header ${exportColumns.join()} it is a name`,
    );
  }
  const member = (column: Column) =>
    // Without `--unnamed`, the row is invalid already. The text 'unnamed' is a valid name, with which `NewPet.of` checks the other members.
    column === 'name' && isUnnamed ? (unnamed ?? 'unnamed') : parseCell(column, textOf(column));
  try {
    const newPet = NewPet.of(Object.fromEntries(importColumns.map((column) => [column, member(column)])));
    if (reasons.length === 0) return newPet;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    reasons.push(error.message, ...importColumns.flatMap((column) => adviceOn(column, textOf(column))));
  }
  return { reason: reasons.join('; ') };
}

/** An integer, also as programs write it that take every number as a fraction: "7.0". */
const integer = /^(-?[0-9]+)(?:\.0+)?$/;

/**
 * Converts a cell to the type that `NewPet.of` expects. Returns undefined for an empty cell if the member is an integer or
 * optional. Text that is not an integer stays text, so that `NewPet.of` rejects it.
 */
function parseCell(column: Column, text: string): unknown {
  const { type, isRequired } = NewPet.fields[column] as PetField;
  if (text === '' && (type === 'integer' || !isRequired)) return undefined;
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  const [, digits] = (type === 'integer' && integer.exec(text)) || [];
  return digits === undefined ? text : BigInt(digits);
}

/** Returns what the operator must do, in addition to the message of the domain, which does not know spreadsheets. */
function adviceOn(column: Column, text: string): string[] {
  if (column === 'name') return [];
  const trimmed = text.trim();
  const advice = text === trimmed ? [] : [`remove the spaces around ${column}`];
  if (NewPet.fields[column].type !== 'integer' || integer.test(trimmed) || !/\p{Nd}/u.test(trimmed)) return advice;
  // Not accepted, although it is an integer in JSON: a spreadsheet makes 9.00719925474099E+15 of 9007199254740993.
  const hasExponent = /^[+-]?[0-9.,]+e[+-]?[0-9]+$/i.test(trimmed);
  return [
    ...advice,
    hasExponent
      ? `a spreadsheet has probably rounded ${column}: take the number from the original file, and format its column as text`
      : `write ${column} in digits, without separators and other signs, as in 1234 or -7`,
  ];
}

/** Returns rows of CSV, with formulas escaped in texts. */
export function toCsv(rows: readonly (readonly (string | bigint | number | null | undefined)[])[]): string {
  return stringify(rows as unknown[][], { cast: { string: escapeFormulas } });
}

/** Returns a row of CSV for each pet, with the `exportColumns`. A member that the pet does not have is an empty cell. */
export function petsToCsv(pets: readonly PetSnapshot[]): string {
  const cell = (pet: PetSnapshot, column: (typeof exportColumns)[number]) => {
    const value: string | number | boolean | null | undefined = pet[column];
    if (typeof value !== 'string') return typeof value === 'boolean' ? String(value) : value;
    return column === 'id' || NewPet.fields[column].type === 'integer' ? BigInt(value) : value;
  };
  return toCsv(pets.map((pet) => exportColumns.map((column) => cell(pet, column))));
}
