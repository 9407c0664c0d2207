import { pipeline, type Readable } from 'node:stream';
import { OperatorError } from '@petstore/operations';
import { CsvError, parse, type Info } from 'csv-parse';
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

/** Returns rows of CSV, with formulas escaped in texts. */
export function toCsv(rows: readonly (readonly (string | bigint | number | null | undefined)[])[]): string {
  return stringify(rows as unknown[][], { cast: { string: escapeFormulas } });
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
  return text.replace(escaped, '');
}
