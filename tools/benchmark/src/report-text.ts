import { confidence } from './bootstrap.ts';
import { markdownTable } from './markdown-table.ts';
import { type Figure, figures } from './measurement.ts';
import { formatNumber, formatRatio, formatSpread, notMeasured } from './numbers.ts';
import { writeRepeats } from './repeats-text.ts';
import type { Report } from './report.ts';
import { groupsOf } from './server-groups.ts';
import { writeSummary } from './summary-text.ts';
import { writeTargets } from './targets-text.ts';
import { verdictOf } from './verdict.ts';

const columns: Record<Figure, string> = {
  serverCpu: 'server CPU, µs/request',
  userCpu: 'user',
  systemCpu: 'system',
  databaseCpu: 'PostgreSQL CPU, µs/request',
  throughput: 'requests/s',
  p50: 'p50, ms',
  p99: 'p99, ms',
};

/** Formats the report as Markdown. */
export function writeReport(report: Report): string {
  const parts = [
    '# This service and its peers',
    writeSummary(report),
    writeTargets(report),
    '![Server CPU per request, by operation](report.svg)',
    conditions(report),
    ...report.operations.map((operation) => section(report, operation)),
    memory(report),
  ];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

/** Formats what a terminal shows of the report: the verdicts, the machine and the measurements that were repeated. */
export function writeTerminalReport(report: Report): string {
  const { machine, loadAverage, repeats, leftOut } = report;
  const parts = [
    writeSummary(report),
    writeTargets(report),
    `${machine.processor}, ${machine.cores} cores; load average ${loadAverage.before} before and ${loadAverage.after} after.\n${roundsOf(report)}.`,
    writeRepeats(repeats, leftOut),
  ];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

function roundsOf({ rounds, plan }: Report): string {
  const done = `Interleaved rounds: ${rounds}, each with ${plan.window} s per server and operation`;
  return rounds === plan.rounds ? done : `${done}; the time limit prevented ${plan.rounds - rounds} more`;
}

function conditions(report: Report): string {
  const { measuredAt, machine, postgresql, loadAverage, generator, plan, poolSize, peers, missing } = report;
  const { processor, cores, memory, system, node } = machine;
  return `## How it was measured

Measured ${measuredAt} on ${cores} cores (${processor}), ${memory} GiB, ${system}, Node ${node}, PostgreSQL ${postgresql} with
fsync and synchronous_commit on. ${plan.pets} pets, ${plan.connections} keep-alive connections, ${poolSize} connections to the
database. ${roundsOf(report)}, after a warm-up of ${plan.warmUp.responses} requests or ${plan.warmUp.seconds} s for each
operation. Load by ${generator}. The machine's load average was ${loadAverage.before} before and ${loadAverage.after} after. Server,
PostgreSQL and the load generator share the cores. CPU per request is therefore the most reliable figure; throughput and latency
depend on the CPU time left for all three. Compare no figure with one of another processor, not even a ratio.
[README.md](README.md) explains the columns, the intervals and how to repeat the run.

${peers.map(({ name, title }) => `- **${name}**: ${title}`).join('\n')}${missing.map((each) => `\n- not measured: ${each}`).join('')}

Before the measurement, all servers returned the same results for the same requests. Each figure is the median of the rounds
(minimum–maximum). Each ratio is the median of the ratios of the rounds (${confidence * 100} % confidence interval).

${writeRepeats(report.repeats, report.leftOut)}`;
}

function section({ peers }: Report, { title, results, ratios }: Report['operations'][number]): string {
  const titles = figures.map((figure) => columns[figure]);
  const tables = groupsOf(peers).flatMap((group) => {
    const measured = group.servers.map((name) => [
      name,
      ...figures.map((figure) => formatSpread(results[name]?.[figure])),
    ]);
    const compared = group.pairs.map(({ ours, peer }) => {
      const { ratioByFigure } = ratios.find((ratio) => ratio.ours === ours && ratio.peer === peer)!;
      const { serverCpu } = ratioByFigure;
      const verdict = serverCpu ? verdictOf(serverCpu) : notMeasured;
      return [`${ours} ÷ ${peer}`, ...figures.map((figure) => formatRatio(ratioByFigure[figure])), verdict];
    });
    return [
      `### Servers ${group.title}`,
      markdownTable(['', ...titles], measured),
      ...(compared.length > 0 ? [markdownTable(['', ...titles, 'verdict (server CPU)'], compared)] : []),
    ];
  });
  return [`## ${title[0]!.toUpperCase()}${title.slice(1)}`, ...tables].join('\n\n');
}

function memory({ peers }: Report): string {
  const rows = peers.map(({ name, peakMemory }) => [name, formatNumber(peakMemory)]);
  return `## Memory\n\n${markdownTable(['', 'peak, MiB (VmHWM)'], rows)}`;
}
