import { markdownTable } from './markdown-table.ts';
import { type Figure, figures } from './measurement.ts';
import { formatNumber, formatSpread } from './numbers.ts';
import { writeRepeats } from './repeats-text.ts';
import type { Report } from './report.ts';
import { writeSummary } from './summary-text.ts';

const columns: Record<Figure, string> = {
  serverCpu: 'server CPU, µs/request',
  databaseCpu: 'PostgreSQL CPU, µs/request',
  throughput: 'requests/s',
  p50: 'p50, ms',
  p99: 'p99, ms',
};

/** Formats the report as Markdown. */
export function writeReport(report: Report): string {
  const summary = writeSummary(report);
  const parts = [
    '# This service and its peers',
    ...(summary === undefined ? [] : [summary]),
    '![Server CPU per request, by operation](report.svg)',
    conditions(report),
    ...report.operations.map(section),
    memory(report),
  ];
  return `${parts.join('\n\n')}\n`;
}

function conditions(report: Report): string {
  const { measuredAt, machine, postgresql, loadAverage, generator, plan, poolSize, peers, missing, repeats } = report;
  const { processor, cores, memory, system, node } = machine;
  return `## How it was measured

Measured ${measuredAt} on ${cores} cores (${processor}), ${memory} GiB, ${system}, Node ${node}, PostgreSQL ${postgresql} with
fsync and synchronous_commit on. ${plan.pets} pets, ${plan.connections} keep-alive connections, ${poolSize} connections to the
database; ${plan.rounds} interleaved rounds of ${plan.window} s each, after a warm-up of ${plan.warmUp.responses} requests or ${plan.warmUp.seconds} s for each
operation. Load by ${generator}. The machine's load average was ${loadAverage.before} before and ${loadAverage.after} after. Server,
PostgreSQL and the load generator share the cores. CPU per request is therefore the most reliable figure; throughput and latency
depend on the CPU time left for all three. [README.md](README.md) explains the columns and how to repeat the run.

${peers.map(({ name, title }) => `- **${name}**: ${title}`).join('\n')}${missing.map((each) => `\n- not measured: ${each}`).join('')}

Before the measurement, all servers returned the same results for the same requests. Each figure is the median of the rounds
(minimum–maximum).

${writeRepeats(repeats)}`;
}

function section({ title, results, ratios }: Report['operations'][number]): string {
  const head = ['', ...figures.map((figure) => columns[figure])];
  const rows = Object.entries(results).map(([name, byFigure]) => [
    name,
    ...figures.map((figure) => formatSpread(byFigure[figure])),
  ]);
  const comparison = ratios.map(({ ours, peer, ratioByFigure }) => [
    `${ours} ÷ ${peer}`,
    ...figures.map((figure) => formatSpread(ratioByFigure[figure])),
  ]);
  const tables = [markdownTable(head, rows)];
  if (comparison.length > 0) tables.push(markdownTable(head, comparison));
  return [`## ${title[0]!.toUpperCase()}${title.slice(1)}`, ...tables].join('\n\n');
}

function memory({ peers }: Report): string {
  const rows = peers.map(({ name, peakMemory }) => [name, formatNumber(peakMemory)]);
  return `## Memory\n\n${markdownTable(['', 'peak, MiB (VmHWM)'], rows)}`;
}
