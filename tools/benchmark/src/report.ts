import type { Machine } from './machine.ts';
import { type Figure, figures, type Measurements } from './measurement.ts';
import { type Operation, operations } from './operations.ts';
import type { Repeat } from './repeats.ts';
import type { Plan } from './rounds.ts';
import { pairedRatios, spread, type Spread } from './statistics.ts';

type ByFigure = Record<Figure, Spread>;

export interface ReportedPeer {
  readonly name: string;
  readonly title: string;
  readonly isOurs: boolean;
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
  /** Name of the load generator. */
  readonly generator: string;
  readonly poolSize: number;
  /** Servers that could not run, with the reasons. */
  readonly missing: readonly string[];
  /** Measurements that were repeated, with the reasons. */
  readonly repeats: readonly Repeat[];
  readonly peers: readonly ReportedPeer[];
}

/** The benchmark's report. `results` has the figures by server name. */
export interface Report extends Conditions {
  readonly operations: readonly {
    readonly name: Operation;
    readonly title: string;
    readonly results: Readonly<Record<string, ByFigure>>;
    /** Figures of this service divided by those of the peer, round by round. */
    readonly ratios: readonly { readonly ours: string; readonly peer: string; readonly ratioByFigure: ByFigure }[];
  }[];
}

/** Summarizes the measurements by operation. */
export function makeReport({ measurements, ...conditions }: Conditions & { measurements: Measurements }): Report {
  const { peers, plan } = conditions;
  const pairs = peers
    .filter(({ isOurs }) => isOurs)
    .flatMap((one) => peers.filter(({ isOurs }) => !isOurs).map((peer) => ({ ours: one.name, peer: peer.name })));
  const reported = plan.operations.map((name) => {
    const valuesOf = (peer: string, figure: Figure) => measurements.valuesOf(peer, name, figure);
    return {
      name,
      title: operations[name].title,
      results: Object.fromEntries(
        peers.map((each) => [each.name, byFigure((figure) => spread(valuesOf(each.name, figure)))]),
      ),
      ratios: pairs.map(({ ours, peer }) => ({
        ours,
        peer,
        ratioByFigure: byFigure((figure) => pairedRatios(valuesOf(ours, figure), valuesOf(peer, figure))),
      })),
    };
  });
  return { ...conditions, operations: reported };
}

function byFigure(spreadOf: (figure: Figure) => Spread): ByFigure {
  return Object.fromEntries(figures.map((figure) => [figure, spreadOf(figure)])) as ByFigure;
}
