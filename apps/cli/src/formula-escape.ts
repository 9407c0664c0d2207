// Prevents CSV injection (OWASP): a spreadsheet executes a cell that begins like a formula. A spreadsheet may also split a cell at
// other separators than the comma, so the same applies after each separator inside a cell.

/** A place where a cell begins, or where a spreadsheet may begin one. */
const cellStart = '(?<=^|[;,\\t|\\r\\n])';

/**
 * The first character of a formula, after any apostrophes, and after quotation marks and white space, which a spreadsheet may
 * remove. None of these may be a separator: then `unescapeFormulas` would not be exact. Spreadsheets also accept the full-width
 * forms of = + - and @.
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
