import type { Growth, Times } from './growth.ts';
import { markdownTable } from './markdown-table.ts';
import { formatNumber, notMeasured } from './numbers.ts';
import { writeRepeats } from './repeats-text.ts';

/** Formats the growth report as Markdown. */
export function writeGrowth({
  measuredAt,
  machine,
  postgresql,
  loadAverage,
  generator,
  repeats,
  leftOut,
  sizes,
}: Growth): string {
  const names = Object.keys(sizes[0]!.operations);
  const head = ['', ...sizes.map(({ pets }) => `${pets.toLocaleString('en')} pets`)];
  const rows = names.map((name) => [name, ...sizes.map(({ operations }) => formatTimes(operations[name]))]);
  const starts = ['start-up', ...sizes.map(({ startTime }) => formatNumber(startTime))];
  return `# Response times by the number of pets

Measured ${measuredAt} on ${machine.cores} cores (${machine.processor}), Node ${machine.node}, PostgreSQL ${postgresql}. The
machine's load average was ${loadAverage.before} before and ${loadAverage.after} after. Load by ${generator}.

Response times for one client in milliseconds, p50 / p99. Start-up: from the start of the process to its first 200 response.
The deep page starts after nine tenths of all pets. One pet in a thousand has the rare status.

${markdownTable(head, [...rows, starts])}

${writeRepeats(repeats, leftOut)}
`;
}

function formatTimes(times: Times | null | undefined): string {
  if (!times) return notMeasured;
  const { p50, p99 } = times;
  return `${formatNumber(p50)} / ${formatNumber(p99)}`;
}
