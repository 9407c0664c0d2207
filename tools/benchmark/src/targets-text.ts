import { markdownTable } from './markdown-table.ts';
import { formatNumber, formatRatio, notMeasured } from './numbers.ts';
import { operations as allOperations } from './operations.ts';
import type { Report } from './report.ts';
import { serviceOf } from './server-groups.ts';
import { type RatioTarget, targets } from './targets.ts';
import { targetVerdictOf } from './verdict.ts';

const figureTitles: Record<RatioTarget['figure'], string> = { serverCpu: 'server CPU', p99: 'p99' };

/** Formats floors, aims and the measured ratios as Markdown; undefined if no server with a target was measured. */
export function writeTargets({ peers, operations }: Report): string | undefined {
  const service = serviceOf(peers);
  const rows = operations.flatMap(({ name, ratios }) =>
    targets[name].flatMap((target) => {
      const measured = ratios.find(({ ours, peer }) => ours === service && peer === target.peer);
      return measured ? [rowOf(allOperations[name].short, target, measured.ratioByFigure)] : [];
    }),
  );
  if (rows.length === 0) return undefined;
  return `## Floors and aims

A limit is met if the whole interval is at or below it. \`undecided\`: the floor is inside the interval, or there is no interval.

${markdownTable([`${service} ÷ peer`, 'floor', 'aim', 'measured', 'verdict'], rows)}`;
}

function rowOf(
  operation: string,
  target: RatioTarget,
  ratios: Report['operations'][number]['ratios'][number]['ratioByFigure'],
): string[] {
  const { peer, figure, floor, aim } = target;
  const ratio = ratios[figure];
  return [
    `${operation}, ${figureTitles[figure]} ÷ ${peer}`,
    formatNumber(floor),
    aim === undefined ? notMeasured : formatNumber(aim),
    formatRatio(ratio),
    ratio ? targetVerdictOf(ratio, target) : notMeasured,
  ];
}
