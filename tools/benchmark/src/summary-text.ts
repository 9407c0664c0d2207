import { markdownTable } from './markdown-table.ts';
import type { Figure } from './measurement.ts';
import { formatNumber } from './numbers.ts';
import type { Report } from './report.ts';

/** Columns of the summary. */
const summaryRatios: readonly { readonly peer: string; readonly figure: Figure; readonly title: string }[] = [
  { peer: 'fastify', figure: 'serverCpu', title: 'server CPU' },
  { peer: 'fastify', figure: 'throughput', title: 'requests/s' },
  { peer: 'fastify', figure: 'p99', title: 'p99' },
  { peer: 'go', figure: 'serverCpu', title: 'server CPU' },
  { peer: 'nest', figure: 'serverCpu', title: 'server CPU' },
];

/** Formats the ratios of this service to Fastify, Go and Nest as Markdown; undefined if none of them was measured. */
export function writeSummary({ peers, operations }: Report): string | undefined {
  const ours = peers.find(({ isOurs }) => isOurs)!;
  const columns = summaryRatios.filter(({ peer }) => peers.some(({ name }) => name === peer));
  if (columns.length === 0) return undefined;
  const head = ['', ...columns.map(({ peer, title }) => `${title} ÷ ${peer}`)];
  const rows = operations.map(({ title, ratios }) => [
    title,
    ...columns.map(({ peer, figure }) => {
      const pair = ratios.find((each) => each.ours === ours.name && each.peer === peer)!;
      return formatNumber(pair.ratioByFigure[figure].median);
    }),
  ]);
  return `## In short

Median of the figure of **${ours.name}** divided by that of the peer in the same round. Below 1, this service needs less CPU or
time, or serves fewer requests.

${markdownTable(head, rows)}`;
}
