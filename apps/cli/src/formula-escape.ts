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
