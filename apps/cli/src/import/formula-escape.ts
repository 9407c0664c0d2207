// Prevents CSV injection (OWASP) in files that a spreadsheet may open. A cell that starts like a formula gets the prefix '.
// All cells of the header get it too, which marks the file as escaped. A spreadsheet that removes the prefix removes it from
// both, so that the file is still read correctly. Each character of a cell is one byte.

const prefix = "'";

/** The start of a formula, including the full-width forms of = + - @ in UTF-8, or the prefix itself. */
const formulaStart = /^(?:[=+\-@'\t\r\n]|\xef\xbc[\x8b\x8d\x9d\xa0])/;
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Returns the cell as it is written to a marked file. */
export function escapeCell(cell: string): string {
  return formulaStart.test(cell) && !number.test(cell) ? prefix + cell : cell;
}

/** The inverse of `escapeCell`. Keeps a prefix that `escapeCell` would not have added. */
export function unescapeCell(cell: string): string {
  const rest = cell.slice(prefix.length);
  return cell.startsWith(prefix) && escapeCell(rest) === cell ? rest : cell;
}

export function markHeader(cells: readonly string[]): string[] {
  return cells.map((cell) => prefix + cell);
}

/** Returns the header without the prefixes, or undefined if the file is not marked: none of `columns` has the prefix. */
export function unmarkHeader(cells: readonly string[], columns: readonly string[]): string[] | undefined {
  const marked = cells.filter((cell) => cell.startsWith(prefix)).map((cell) => cell.slice(prefix.length).trim());
  if (!columns.some((column) => marked.includes(column))) return undefined;
  return cells.map((cell) => (cell.startsWith(prefix) ? cell.slice(prefix.length) : cell));
}
