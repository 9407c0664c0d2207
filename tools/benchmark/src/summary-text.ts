import { confidence } from './bootstrap.ts';
import { markdownTable } from './markdown-table.ts';
import { formatRatio, notMeasured } from './numbers.ts';
import { operations as allOperations } from './operations.ts';
import type { Report } from './report.ts';
import { groupsOf, serviceOf } from './server-groups.ts';
import { verdictOf } from './verdict.ts';

/** Formats the ratios of this service to the other servers as Markdown; undefined if no other server was measured. */
export function writeSummary(report: Report): string | undefined {
  const groups = groupsOf(report.peers);
  if (groups.every(({ pairs }) => pairs.length === 0)) return undefined;
  const tables = groups.map(({ title, servers }) => {
    const head = [`÷ servers ${title}`, 'server CPU', 'verdict', 'requests/s', 'p99'];
    return markdownTable(head, rowsOf(report, servers));
  });
  return ['## In short', explanation(report), ...tables].join('\n\n');
}

function explanation({ peers, rounds }: Report): string {
  const count = rounds === 1 ? '1 round' : `${rounds} rounds`;
  return `Figures of **${serviceOf(peers)}** divided by those of the other server in the same round: the median of ${count} and, in
parentheses, its ${confidence * 100} % confidence interval. Below 1, this service needs less CPU or time, or serves fewer requests. The
verdict is about the server's CPU time per request: \`faster\` or \`slower\` only if the interval excludes 1, \`undecided\` if there
are too few rounds for an interval.`;
}

function rowsOf({ peers, operations }: Report, servers: readonly string[]): string[][] {
  const service = serviceOf(peers);
  return operations.flatMap(({ name, ratios }) =>
    ratios
      .filter(({ ours, peer }) => ours === service && servers.includes(peer))
      .map(({ peer, ratioByFigure: { serverCpu, throughput, p99 } }) => [
        `${allOperations[name].short} ÷ ${peer}`,
        formatRatio(serverCpu),
        serverCpu ? verdictOf(serverCpu) : notMeasured,
        formatRatio(throughput),
        formatRatio(p99),
      ]),
  );
}
