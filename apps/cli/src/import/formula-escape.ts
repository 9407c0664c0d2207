// Prevents CSV injection (OWASP) in files that a spreadsheet may open. A cell that starts like a formula gets the prefix '.
// All cells of the header get the prefix too, which marks the file as escaped. A spreadsheet that removes the prefix removes
// it from the header and from the rows, so the file then counts as not escaped. Each character of a cell is one byte.

const prefix = "'";

/**
 * The first character of a formula, or the prefix itself. Spreadsheets also accept the full-width forms of + - = @, whose UTF-8
 * bytes are EF BC 8B, 8D, 9D and A0.
 */
const formulaStart = /^(?:[=+\-@'\t\r\n]|\xef\xbc[\x8b\x8d\x9d\xa0])/;
/** A decimal number is not escaped, because it cannot be a formula. */
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Adds the prefix to a cell that starts like a formula. */
export function escapeCell(cell: string): string {
  return formulaStart.test(cell) && !number.test(cell) ? prefix + cell : cell;
}

/** Reverses `escapeCell`. Keeps a prefix that `escapeCell` would not have added. */
export function unescapeCell(cell: string): string {
  const rest = cell.slice(prefix.length);
  return cell.startsWith(prefix) && escapeCell(rest) === cell ? rest : cell;
}

/** Adds the prefix to every cell of the header, which marks the file as escaped. */
export function escapeHeader(cells: readonly string[]): string[] {
  return cells.map((cell) => prefix + cell);
}

/**
 * Removes the prefixes from a header.
 * @param columns names of the required columns. A file is escaped if the header has the prefix at one of them
 * @returns undefined if the file is not escaped
 */
export function unescapeHeader(cells: readonly string[], columns: readonly string[]): string[] | undefined {
  const escaped = cells.filter((cell) => cell.startsWith(prefix)).map((cell) => cell.slice(prefix.length).trim());
  if (!columns.some((column) => escaped.includes(column))) return undefined;
  return cells.map((cell) => (cell.startsWith(prefix) ? cell.slice(prefix.length) : cell));
}
