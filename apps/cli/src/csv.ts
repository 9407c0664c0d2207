import type { Readable } from 'node:stream';
import { OperatorError } from '@petstore/operations';
import { CsvError, parse, type Parser } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { formatCount } from './output.ts';

/** A row of a CSV file, without formula escapes. */
export interface CsvRow {
  /** As a spreadsheet counts: the first row has the number 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

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

/** The file's format, encoding and separator are recognised by this many bytes. */
const headBytes = 65_536;

const separators = [',', ';', '\t'];

const parserOptions = {
  // Without this option, only the line end of the header ends a row, and another one becomes part of a cell.
  record_delimiter: ['\r\n', '\n', '\r'],
  // `readNewPets` refuses the row.
  relax_column_count: true,
  max_record_size: maxRowBytes,
};

/** A CSV file of which the header was read. */
export interface CsvFile {
  readonly path: string;
  readonly header: readonly string[];
  /** The other rows. Those of a piece of the file come together, because one at a time would take twice as long. No group is empty. */
  readonly groups: AsyncIterable<readonly CsvRow[]>;
}

/**
 * Reads the header of a CSV file in UTF-8, or in UTF-16 with a byte-order mark, whose separator is a comma, a semicolon or a tab.
 * @param path for messages
 * @param columns that the caller needs. They decide if the header has several of the separators.
 * @throws OperatorError, also while the other rows are read, if the file cannot be read, is empty or not valid CSV, or if its encoding or
 *   its separator is unknown
 */
export async function openCsv(path: string, bytes: Readable, columns: readonly string[]): Promise<CsvFile> {
  const groups = readGroups(path, bytes, columns);
  const first = await groups.next();
  if (first.done) throw new OperatorError(`${path} is empty: it must begin with a header`);
  const [header, ...rows] = first.value;
  async function* others() {
    if (rows.length > 0) yield rows;
    yield* groups;
  }
  return { path, header: header!.cells, groups: others() };
}

/** Returns the indexes of the cells that name a column. Capital letters and white space around a name make no difference. */
export function indexesOf(header: readonly string[], column: string | undefined): number[] {
  const isColumn = (cell: string) => cell.trim().toLowerCase() === column?.trim().toLowerCase();
  return header.flatMap((cell, index) => (isColumn(cell) ? [index] : []));
}

/** @throws OperatorError if the header names one of these columns twice */
export function requireOnce({ path, header }: CsvFile, columns: readonly (string | undefined)[]): void {
  const repeated = columns.find((column) => indexesOf(header, column).length > 1);
  if (repeated !== undefined) {
    throw new OperatorError(`the header of ${path} must name the column ${repeated.trim()} once`);
  }
}

/** Yields the rows of a file, the header first. No group is empty. */
async function* readGroups(path: string, bytes: Readable, columns: readonly string[]): AsyncGenerator<CsvRow[], void> {
  let delimiter = ',';
  let parser: Parser | undefined;
  let number = 0;
  function* toRows(records: string[][]): Generator<CsvRow[]> {
    const rows = records.map((record) => ({ number: ++number, cells: record.map(unescapeFormulas) }));
    const group = rows.filter(({ cells }) => cells.length > 1 || cells[0] !== '');
    if (group.length > 0) yield group;
  }
  try {
    for await (const text of decode(path, joinHead(bytes))) {
      if (!parser) {
        delimiter = separatorOf(path, text, columns);
        // The errors are thrown below.
        parser = parse({ ...parserOptions, delimiter }).on('error', () => undefined);
      }
      const records: string[][] = [];
      parser.write(text);
      for (let record: string[] | null; (record = parser.read() as string[] | null);) records.push(record);
      if (parser.errored) throw parser.errored;
      yield* toRows(records);
    }
    yield* toRows((await parser!.end().toArray()) as string[][]);
  } catch (error) {
    if (error instanceof CsvError) {
      throw new OperatorError(`${path} is not valid CSV: ${describeCsvError(error, delimiter)}`);
    }
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      throw new OperatorError(`${path} is not UTF-8, nor UTF-16 with a byte-order mark: save it as UTF-8`);
    }
    throw code === undefined ? error : new OperatorError(`${path} cannot be read: ${message}`);
  }
}

/** All errors of the parser are about quotation marks. A wrong quotation mark could hide the end of a row, so no row can be used. */
function describeCsvError({ code, records }: CsvError, delimiter: string): string {
  const row = Number(records) + 1;
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return `row ${row} has more than ${formatCount(maxRowBytes)} bytes; probably a quotation mark is not closed`;
  }
  return (
    `in row ${row} a quotation mark is not closed, or not doubled inside a quoted cell, as in "5"" scar"; ` +
    `in this file, cells must be separated by ${JSON.stringify(delimiter)}`
  );
}

/** Yields the same bytes. The first piece has at least `headBytes`, unless the file is shorter: a pipe can give any number. */
async function* joinHead(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    head = head && Buffer.concat([head, chunk]);
    if (head && head.length < headBytes) continue;
    yield head ?? chunk;
    head = undefined;
  }
  if (head) yield head;
}

/**
 * Throws on invalid bytes instead of replacing them, and on U+0000, after which the parser would accept a wrong quotation mark. Removes
 * a byte-order mark.
 */
async function* decode(path: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of chunks) {
    if (!decoder) {
      requireCsv(path, chunk);
      decoder = new TextDecoder(encodingOf(chunk), { fatal: true });
    }
    const text = decoder.decode(chunk, { stream: true });
    if (text.includes('\0')) throw new OperatorError(`${path} contains U+0000: save it as UTF-8`);
    yield text;
  }
  yield decoder?.decode() ?? '';
}

function encodingOf(start: Buffer): string {
  const mark = start.toString('latin1', 0, 2);
  if (mark === '\xff\xfe') return 'utf-16le';
  return mark === '\xfe\xff' ? 'utf-16be' : 'utf-8';
}

/** Refuses a file of another format. The decoder would report its bytes, and the parser that columns are missing. */
function requireCsv(path: string, start: Buffer): void {
  const encoding = encodingOf(start);
  const beginning = start.subarray(0, 128);
  const text = encoding === 'utf-8' ? beginning.toString('latin1') : new TextDecoder(encoding).decode(beginning);
  const trimmed = text.replace(/^\xef\xbb\xbf/, '').trimStart();
  const [, advice] = otherFormats.find(([pattern]) => pattern.test(trimmed)) ?? [];
  if (advice !== undefined) throw new OperatorError(`${path} ${advice}`);
}

/** Returns the only separator with which the header has these columns, or, if there is none, the only one that the header has. */
function separatorOf(path: string, head: string, columns: readonly string[]): string {
  const hasColumns = (header: string[]) => columns.every((column) => indexesOf(header, column).length > 0);
  const found = separators.filter((delimiter) => headerOf(head, delimiter).length > 1);
  const fitting = found.filter((delimiter) => hasColumns(headerOf(head, delimiter)));
  const [separator, other] = fitting.length > 0 ? fitting : found;
  if (other !== undefined) {
    const names = [separator, other].map((each) => JSON.stringify(each)).join(' or ');
    throw new OperatorError(
      `the header of ${path} is ambiguous: its columns could be separated by ${names}. Put quotation marks around a name that contains one of them`,
    );
  }
  if (separator === undefined && headerOf(head, '|').length > 1) {
    throw new OperatorError(`the columns of ${path} are separated by "|": save the file with commas`);
  }
  return separator ?? ',';
}

/** Returns no cells if the header is not valid with this separator. The parser takes a quotation mark beside another one as an error. */
function headerOf(head: string, delimiter: string): string[] {
  try {
    return parseAtOnce(head, { ...parserOptions, delimiter, skip_empty_lines: true, to: 1 })[0] ?? [];
  } catch {
    return [];
  }
}

/** Returns rows of CSV, with formulas escaped in texts. */
export function toCsv(rows: readonly (readonly (string | bigint | number | boolean | null | undefined)[])[]): string {
  return stringify(rows as unknown[][], { cast: { string: escapeFormulas, boolean: String } });
}

// Prevents CSV injection (OWASP): a spreadsheet executes a cell that begins like a formula. A spreadsheet may also split a cell at
// other separators than the comma. Therefore the text after each separator inside a cell is treated like the beginning of a cell.

/** A place where a cell begins, or where a spreadsheet may begin one. */
const cellStart = '(?<=^|[;,\\t|\\r\\n])';

/**
 * Matches before the first character of a formula. Apostrophes may stand before that character, and quotation marks and white space, too,
 * because a spreadsheet may remove them. None of these may be a separator, because `unescapeFormulas` would not be exact then.
 * Spreadsheets also accept the full-width forms of = + - and @.
 */
const formula = `(?=(?:['"]|[^\\S\\t\\r\\n])*[=+\\-@\\t\\r＝＋－＠])`;

const unescaped = new RegExp(cellStart + formula, 'g');
const escaped = new RegExp(`${cellStart}'${formula}`, 'g');

/** Adds an apostrophe before each formula, also if apostrophes stand there already, so that `unescapeFormulas` is exact. */
export function escapeFormulas(text: string): string {
  return text.replace(unescaped, "'");
}

/** Reverses `escapeFormulas`. */
export function unescapeFormulas(text: string): string {
  return text.includes("'") ? text.replace(escaped, '') : text;
}
