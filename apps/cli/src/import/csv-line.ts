/** Returns a line of CSV. Quotes the cells that contain a delimiter, a quotation mark or a line end (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;
}
