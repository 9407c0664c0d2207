// CSV files that a spreadsheet may open: no cell of them is taken for a formula (OWASP: CSV injection), and what is
// written comes back equal. A cell that begins like a formula gets the prefix '; the cells of the header get it too, which
// marks the file. A spreadsheet that removes the prefix removes it from both, so that the file is still read correctly.
// Cells are bytes, one character each.

const prefix = "'";

/** What begins a formula in a spreadsheet, the full-width forms of = + - @ in UTF-8 included, or looks like the prefix. */
const formulaStart = /^(?:[=+\-@'\t\r\n]|\xef\xbc[\x8b\x8d\x9d\xa0])/;
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** The cell as it is written into a marked file. */
export function escapeCell(cell: string): string {
  return formulaStart.test(cell) && !number.test(cell) ? prefix + cell : cell;
}

/** The inverse for a cell of a marked file; a prefix that `escapeCell` would not have written is kept. */
export function unescapeCell(cell: string): string {
  const rest = cell.slice(prefix.length);
  return cell.startsWith(prefix) && escapeCell(rest) === cell ? rest : cell;
}

/** The header of a marked file. */
export function markHeader(cells: readonly string[]): string[] {
  return cells.map((cell) => prefix + cell);
}

/** The header without its marks, or undefined when the file is not marked: one of the named columns must bear the mark. */
export function unmarkHeader(cells: readonly string[], columns: readonly string[]): string[] | undefined {
  const marked = cells.filter((cell) => cell.startsWith(prefix)).map((cell) => cell.slice(prefix.length).trim());
  if (!columns.some((column) => marked.includes(column))) return undefined;
  return cells.map((cell) => (cell.startsWith(prefix) ? cell.slice(prefix.length) : cell));
}
