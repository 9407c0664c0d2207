import Table from 'cli-table3';
import { print } from './output.ts';

/** A column of a table in a terminal. */
export interface TerminalColumn {
  /** The headings of the cells that the column shows below each other, from the top. */
  readonly of: readonly string[];
  /** Width in characters if the terminal is too narrow for the table. One column has no width: it gets the rest. */
  readonly width?: number;
}

/** Options of cli-table3 that remove every border. */
const noBorders = Object.fromEntries(
  [
    ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
    ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'],
  ].map((name) => [name, '']),
);

const gap = '  ';

/** Width in characters of a terminal that does not report its width. */
const defaultWidth = 80;

/**
 * Prints a table on standard output. In a terminal, its columns are aligned, and long cells are wrapped if the table would be too wide.
 * Other programs get tab-separated lines.
 */
export function printTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  columns: readonly TerminalColumn[],
): Promise<void> {
  const { isTTY, columns: available = defaultWidth } = process.stdout;
  if (!isTTY) return print([head, ...rows].map((cells) => `${cells.join('\t')}\n`).join(''));
  const cellsOf = (texts: readonly string[]) =>
    columns.map(({ of }) => of.map((name) => texts[head.indexOf(name)]).join('\n'));
  const format = (colWidths: number[]) => {
    const table = new Table({
      head: cellsOf(head).map((heading) => heading.toUpperCase()),
      chars: { ...noBorders, middle: gap },
      style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
      wordWrap: true,
      colWidths,
    });
    table.push(...rows.map((texts) => cellsOf(texts).map((cell, index) => breakWords(cell, colWidths[index]))));
    return `${table.toString()}\n`;
  };
  const natural = format([]);
  // All lines have the same width.
  const isTooWide = natural.indexOf('\n') > available;
  return print(isTooWide ? format(narrowWidths(columns, available)) : natural);
}

/** Formats a time in UTC with seconds, and null as `never`. A terminal can wrap it after the date; other programs get ISO 8601. */
export function formatTime(time: Date | null): string {
  const separator = process.stdout.isTTY ? ' ' : 'T';
  return time ? `${time.toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length).replace('T', separator)}Z` : 'never';
}

function narrowWidths(columns: readonly TerminalColumn[], available: number): number[] {
  const fixed = columns.reduce((sum, { width = 0 }) => sum + width, gap.length * (columns.length - 1));
  return columns.map(({ width = Math.max(available - fixed, 1) }) => width);
}

/**
 * Breaks words that are longer than a line, which cli-table3 would cut off. Counts a character outside ASCII as two columns, because some are
 * that wide.
 * @param width columns of a line; undefined if it has no limit
 */
function breakWords(text: string, width = Infinity): string {
  let used = 0;
  const characters = [...text].map((character) => {
    const size = character > '~' ? 2 : 1;
    used = /\s/.test(character) ? 0 : used + size;
    if (used <= width) return character;
    used = size;
    return `\n${character}`;
  });
  return characters.join('');
}
