import { loadavg } from 'node:os';
import type { Row } from './rows/row.ts';
import type { Figures, Trial } from './trial.ts';

export interface Ran {
  readonly row: Row;
  readonly figures: Figures;
  readonly trial: Trial;
}

const columns: readonly (readonly [title: string, cell: (figures: Figures) => string])[] = [
  ['requests', ({ requests }) => count(requests)],
  ['acknowledged', ({ acknowledged }) => count(acknowledged)],
  ['lost', ({ lost }) => count(lost)],
  ['altered', ({ altered }) => count(altered)],
  ['twice', ({ twice }) => count(twice)],
  ['untrue', ({ untrue }) => count(untrue)],
  ['unknown (made)', ({ unknown, unknownMade }) => (unknown === undefined ? '' : `${unknown} (${unknownMade})`)],
  ['longest, ms', ({ longest }) => count(longest)],
  ['recovery, ms', ({ recovery }) => count(recovery)],
];

const widths = [20, ...columns.map(([title]) => title.length), 4];

/** A line of a Markdown table, so that it may be read in a terminal and kept in a document alike. */
function line(cells: readonly string[]): string {
  return `| ${cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[index] ?? 0))).join(' | ')} |`;
}

export function head(): string {
  const rule = widths.map((width, index) => (index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return `${line(['row', ...columns.map(([title]) => title), 'load'])}\n${line(rule)}`;
}

/** With the machine's load beside it: figures of a busy machine are others. */
export function lineOf({ row, figures, trial }: Ran): string {
  const cells = columns.map(([, cell]) => cell(figures));
  const told = [...trial.breaches.map((breach) => `  BROKEN: ${breach}`), ...trial.notes.map((note) => `  ${note}`)];
  return [line([row.name, ...cells, loadavg()[0]!.toFixed(1)]), ...told].join('\n');
}

function count(value: number | undefined): string {
  return value === undefined ? '' : String(Math.round(value));
}
