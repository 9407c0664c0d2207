import { markdownTable } from './markdown-table.ts';
import type { Figure } from './measurement.ts';
import { rounded } from './numbers.ts';
import type { Report } from './report.ts';

/** What most readers ask first. */
const asked: readonly { readonly peer: string; readonly figure: Figure; readonly title: string }[] = [
  { peer: 'fastify', figure: 'serverCpu', title: 'server CPU' },
  { peer: 'fastify', figure: 'throughput', title: 'requests/s' },
  { peer: 'fastify', figure: 'p99', title: 'p99' },
  { peer: 'go', figure: 'serverCpu', title: 'server CPU' },
  { peer: 'nest', figure: 'serverCpu', title: 'server CPU' },
];

/** This service by its best-known peers, as far as they took part; nothing when none did. */
export function writeSummary({ contestants, operations }: Report): string | undefined {
  const ours = contestants.find(({ isOurs }) => isOurs)!;
  const columns = asked.filter(({ peer }) => contestants.some(({ name }) => name === peer));
  if (columns.length === 0) return undefined;
  const head = ['', ...columns.map(({ peer, title }) => `${title} ÷ ${peer}`)];
  const rows = operations.map(({ title, ratios }) => [
    title,
    ...columns.map(({ peer, figure }) => {
      const pair = ratios.find((each) => each.ours === ours.name && each.peer === peer)!;
      return rounded(pair.of[figure].median);
    }),
  ]);
  return `## In short

The figure of **${ours.name}** divided by the peer's in the same round, and the median of that: below 1, this service needs less CPU
or time, and answers fewer requests.

${markdownTable(head, rows)}`;
}
