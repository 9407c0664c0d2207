import type { Report } from './report.ts';

export interface Bar {
  readonly name: string;
  readonly isOurs: boolean;
  readonly value: number;
  /** Whether the bar ends before its figure does. */
  readonly isCut: boolean;
}

/** A panel for each operation, and the figure at which all bars end at the latest: there is one scale. */
export interface Panels {
  readonly end: number;
  readonly panels: readonly { readonly name: string; readonly title: string; readonly bars: readonly Bar[] }[];
}

/** A bar more than so many times as long as the next is cut, for it would make stumps of all others. */
const outlier = 2;

/** The server's CPU per request. */
export function panelsOf({ operations, contestants }: Report): Panels {
  const valueOf = (results: Report['operations'][number]['results'], name: string) => results[name]!.serverCpu.median;
  const end = Math.max(
    ...operations.map(({ results }) => longestBar(contestants.map(({ name }) => valueOf(results, name)))),
  );
  const panels = operations.map(({ name, title, results }) => ({
    name,
    title,
    bars: contestants.map((contestant) => {
      const value = valueOf(results, contestant.name);
      return { name: contestant.name, isOurs: contestant.isOurs, value, isCut: value > end };
    }),
  }));
  return { end, panels };
}

/** The greatest figure; the next lower one where the greatest is beyond many others. */
function longestBar(values: readonly number[]): number {
  const [greatest = 0, next = 0] = [...values].sort((a, b) => b - a);
  return values.length > 2 && greatest > outlier * next ? next : greatest;
}
