import type { Report } from './report.ts';

export interface Bar {
  readonly name: string;
  readonly isOurs: boolean;
  /** Microseconds of CPU time per request; 0 if it was not measured. */
  readonly value: number;
  /** Whether the bar is shorter than its value. */
  readonly isCut: boolean;
}

/** Panels of the chart, one per operation. `end` is the maximum of their common scale. */
export interface Panels {
  readonly end: number;
  readonly panels: readonly { readonly name: string; readonly title: string; readonly bars: readonly Bar[] }[];
}

/** The longest bar is cut if it is longer than this multiple of the next one. Otherwise the others would be too short to read. */
const outlierFactor = 2;

/** Returns the bars of CPU time per request. */
export function panelsOf({ operations, peers }: Report): Panels {
  const valueOf = (results: Report['operations'][number]['results'], name: string) =>
    results[name]!.serverCpu?.median ?? 0;
  const end = Math.max(...operations.map(({ results }) => maxBar(peers.map(({ name }) => valueOf(results, name)))));
  const panels = operations.map(({ name, title, results }) => ({
    name,
    title,
    bars: peers.map((peer) => {
      const value = valueOf(results, peer.name);
      return { name: peer.name, isOurs: peer.kind === 'service', value, isCut: value > end };
    }),
  }));
  return { end, panels };
}

/** Returns the greatest value, or the second greatest if the greatest is an outlier. */
function maxBar(values: readonly number[]): number {
  const [greatest = 0, next = 0] = [...values].sort((a, b) => b - a);
  return values.length > 2 && greatest > outlierFactor * next ? next : greatest;
}
