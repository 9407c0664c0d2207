import type { Machine } from './machine.ts';
import { type Figure, figures, type Measurements } from './measurement.ts';
import { type Operation, operations } from './operations.ts';
import type { PeerKind } from './peers.ts';
import { pairedRatio, type Ratio } from './ratio.ts';
import type { Repeat } from './repeats.ts';
import type { Plan } from './rounds.ts';
import { groupsOf } from './server-groups.ts';
import { spread, type Spread } from './statistics.ts';

/** Without a figure if no window was valid. */
type ByFigure<Value> = Readonly<Partial<Record<Figure, Value>>>;

export interface ReportedPeer {
  readonly name: string;
  readonly title: string;
  readonly kind: PeerKind;
  readonly sharesStatements: boolean;
  /** Peak resident memory in MiB. */
  readonly peakMemory: number;
}

/** How the report was measured. */
interface Conditions {
  readonly measuredAt: string;
  readonly machine: Machine;
  readonly postgresql: string;
  /** Load average of the machine over one minute. */
  readonly loadAverage: { readonly before: number; readonly after: number };
  readonly plan: Plan;
  /** Number of rounds, fewer than those of the plan if the time limit ended the run. */
  readonly rounds: number;
  /** Name of the load generator. */
  readonly generator: string;
  readonly poolSize: number;
  /** Servers that could not run, with the reasons. */
  readonly missing: readonly string[];
  /** Measurements that were repeated, with the reasons. */
  readonly repeats: readonly Repeat[];
  /** Measurements without a valid attempt, with the reasons. */
  readonly leftOut: readonly Repeat[];
  readonly peers: readonly ReportedPeer[];
}

/** Figures of `ours` divided by those of `peer`, round by round. */
export interface ReportedRatio {
  readonly ours: string;
  readonly peer: string;
  readonly ratioByFigure: ByFigure<Ratio>;
}

/** The benchmark's report. `results` has the figures by server name. */
export interface Report extends Conditions {
  readonly operations: readonly {
    readonly name: Operation;
    readonly title: string;
    readonly results: Readonly<Record<string, ByFigure<Spread>>>;
    readonly ratios: readonly ReportedRatio[];
  }[];
}

/** Summarizes the measurements by operation. */
export function makeReport({ measurements, ...conditions }: Conditions & { measurements: Measurements }): Report {
  const { peers, plan } = conditions;
  const pairs = groupsOf(peers).flatMap((group) => group.pairs);
  const reported = plan.operations.map((name) => {
    const valuesOf = (peer: string, figure: Figure) => measurements.valuesOf(peer, name, figure);
    return {
      name,
      title: operations[name].title,
      results: Object.fromEntries(
        peers.map((each) => [each.name, byFigure((figure) => spreadOf(valuesOf(each.name, figure)))]),
      ),
      ratios: pairs.map(({ ours, peer }) => ({
        ours,
        peer,
        ratioByFigure: byFigure((figure) => pairedRatio(valuesOf(ours, figure), valuesOf(peer, figure))),
      })),
    };
  });
  return { ...conditions, operations: reported };
}

function spreadOf(values: ReadonlyMap<number, number>): Spread | undefined {
  return values.size === 0 ? undefined : spread([...values.values()]);
}

function byFigure<Value>(valueOf: (figure: Figure) => Value | undefined): ByFigure<Value> {
  const entries = figures.map((figure) => [figure, valueOf(figure)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as ByFigure<Value>;
}
