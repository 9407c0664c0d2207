import { styleText } from 'node:util';
import Table from 'cli-table3';

const noBorders = Object.fromEntries(
  [
    ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
    ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'],
  ].map((name) => [name, '']),
);

/** On standard output: aligned in a terminal, elsewhere tab-separated under the same header, for other programs. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  if (!process.stdout.isTTY) {
    return void process.stdout.write([head, ...rows].map((cells) => `${cells.join('\t')}\n`).join(''));
  }
  const table = new Table({
    head: head.map(emphasised),
    chars: { ...noBorders, middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  table.push(...rows.map((cells) => [...cells]));
  process.stdout.write(`${table.toString()}\n`);
}

/** To the second in a terminal's width, in UTC; what has not happened, or never will, is `never`. */
export function shortTime(time: Date | undefined): string {
  return time ? `${time.toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length)}Z` : 'never';
}

function emphasised(text: string): string {
  return process.stdout.hasColors() ? styleText('bold', text.toUpperCase()) : text.toUpperCase();
}
