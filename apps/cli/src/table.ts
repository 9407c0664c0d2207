import Table from 'cli-table3';
import { print } from './output.ts';

/** Options of cli-table3 that remove every border. */
const noBorders = Object.fromEntries(
  [
    ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
    ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'],
  ].map((name) => [name, '']),
);

/** Prints a table on standard output: aligned columns in a terminal, otherwise tab-separated lines for other programs. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): Promise<void> {
  if (!process.stdout.isTTY) return print([head, ...rows].map((cells) => `${cells.join('\t')}\n`).join(''));
  const table = new Table({
    head: head.map((heading) => heading.toUpperCase()),
    chars: { ...noBorders, middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  table.push(...rows.map((cells) => [...cells]));
  return print(`${table.toString()}\n`);
}

/** Formats a time in UTC with seconds, such as `2026-11-21T12:34:56Z`, and null as `never`. */
export function formatTime(time: Date | null): string {
  return time ? `${time.toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length)}Z` : 'never';
}
