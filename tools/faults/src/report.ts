import { loadavg } from 'node:os';
import type { FaultRun, Figures } from './fault-run.ts';
import type { Row } from './rows/row.ts';

export interface CompletedRow {
  readonly row: Row;
  readonly figures: Figures;
  readonly run: FaultRun;
}

const columns: readonly (readonly [title: string, cell: (figures: Figures) => string])[] = [
  ['requests', ({ requests }) => count(requests)],
  ['acknowledged', ({ acknowledged }) => count(acknowledged)],
  ['lost', ({ lost }) => count(lost)],
  ['altered', ({ altered }) => count(altered)],
  ['duplicated', ({ duplicated }) => count(duplicated)],
  ['contradicted', ({ contradicted }) => count(contradicted)],
  [
    'unknown (created)',
    ({ unknown, unknownCreated }) => (unknown === undefined ? '' : `${unknown} (${unknownCreated})`),
  ],
  ['longest, ms', ({ longest }) => count(longest)],
  ['recovery, ms', ({ recovery }) => count(recovery)],
];

const widths = [20, ...columns.map(([title]) => title.length), 4];

/** A line of a Markdown table, padded for the terminal. */
function line(cells: readonly string[]): string {
  return `| ${cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[index] ?? 0))).join(' | ')} |`;
}

export function tableHead(): string {
  const rule = widths.map((width, index) => (index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return `${line(['row', ...columns.map(([title]) => title), 'load'])}\n${line(rule)}`;
}

/** Includes the load average of the machine, because times on a busy machine are longer. */
export function formatRow({ row, figures, run }: CompletedRow): string {
  const cells = columns.map(([, cell]) => cell(figures));
  const remarks = [...run.breaches.map((breach) => `  BROKEN: ${breach}`), ...run.notes.map((note) => `  ${note}`)];
  return [line([row.name, ...cells, loadavg()[0]!.toFixed(1)]), ...remarks].join('\n');
}

function count(value: number | undefined): string {
  return value === undefined ? '' : String(Math.round(value));
}
