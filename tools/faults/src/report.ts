import { loadavg } from 'node:os';
import type { FaultRun, Figures } from './fault-run.ts';
import type { Row } from './rows/row.ts';

/** A fault scenario, one row of the report, after its execution. */
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

/** Widths of the columns: row name, figures, load average. */
const widths = [20, ...columns.map(([title]) => title.length), 4];

/** Formats a line of a Markdown table, padded for the terminal. */
function tableLine(cells: readonly string[]): string {
  return `| ${cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[index] ?? 0))).join(' | ')} |`;
}

/** Formats the first two lines of the table. */
export function tableHead(): string {
  const rule = widths.map((width, index) => (index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return `${tableLine(['row', ...columns.map(([title]) => title), 'load'])}\n${tableLine(rule)}`;
}

/** Formats the line of a row, its breaches and its notes. The last column is the machine's load average over one minute. */
export function formatRow({ row, figures, run }: CompletedRow): string {
  const cells = columns.map(([, cell]) => cell(figures));
  const remarks = [...run.breaches.map((breach) => `  BROKEN: ${breach}`), ...run.notes.map((note) => `  ${note}`)];
  return [tableLine([row.name, ...cells, loadavg()[0]!.toFixed(1)]), ...remarks].join('\n');
}

function count(value: number | undefined): string {
  return value === undefined ? '' : String(Math.round(value));
}
