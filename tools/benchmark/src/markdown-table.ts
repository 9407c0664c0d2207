/** Formats a table as Prettier does: the first column aligned left, the others right. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(3, ...[title, ...rows.map((row) => row[column]!)].map(widthOf)));
  const formatLine = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => pad(cell, column, widths)).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [formatLine(head), `| ${rule.join(' | ')} |`, ...rows.map(formatLine)].join('\n');
}

function pad(cell: string, column: number, widths: readonly number[]): string {
  const blanks = ' '.repeat(widths[column]! - widthOf(cell));
  return column === 0 ? cell + blanks : blanks + cell;
}

function widthOf(text: string): number {
  return [...text].length;
}
