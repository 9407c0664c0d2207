import type { Machine } from './machine.ts';
import { figures, type Figure, type Measurements } from './measurement.ts';
import { operations, type Operation } from './operations.ts';
import type { Repeat } from './repeats.ts';
import type { Plan } from './rounds.ts';
import { pairedRatios, spread, type Spread } from './statistics.ts';

type ByFigure = Record<Figure, Spread>;

export interface Participant {
  readonly name: string;
  readonly title: string;
  readonly isOurs: boolean;
  /** Mebibytes, at most since it started. */
  readonly peakMemory: number;
}

interface Conditions {
  readonly measuredAt: string;
  readonly machine: Machine;
  readonly postgresql: string;
  /** Of the machine, its last minute before and after. */
  readonly load: { readonly before: number; readonly after: number };
  readonly plan: Plan;
  /** What applied the load. */
  readonly generator: string;
  readonly poolSize: number;
  /** Who could not take part, and why. */
  readonly missing: readonly string[];
  /** Which measurements were repeated, and why. */
  readonly repeats: readonly Repeat[];
  readonly contestants: readonly Participant[];
}

export interface Report extends Conditions {
  readonly operations: readonly {
    readonly name: Operation;
    readonly title: string;
    readonly results: Readonly<Record<string, ByFigure>>;
    /** This service's figure divided by the peer's, round by round. */
    readonly ratios: readonly { readonly ours: string; readonly peer: string; readonly of: ByFigure }[];
  }[];
}

export function makeReport({ measurements, ...conditions }: Conditions & { measurements: Measurements }): Report {
  const { contestants, plan } = conditions;
  const pairs = contestants
    .filter(({ isOurs }) => isOurs)
    .flatMap((one) => contestants.filter(({ isOurs }) => !isOurs).map((peer) => ({ ours: one.name, peer: peer.name })));
  const reported = plan.operations.map((name) => {
    const of = (contestant: string, figure: Figure) => measurements.of(contestant, name, figure);
    return {
      name,
      title: operations[name].title,
      results: Object.fromEntries(
        contestants.map((each) => [each.name, byFigure((figure) => spread(of(each.name, figure)))]),
      ),
      ratios: pairs.map(({ ours, peer }) => ({
        ours,
        peer,
        of: byFigure((figure) => pairedRatios(of(ours, figure), of(peer, figure))),
      })),
    };
  });
  return { ...conditions, operations: reported };
}

function byFigure(of: (figure: Figure) => Spread): ByFigure {
  return Object.fromEntries(figures.map((figure) => [figure, of(figure)])) as ByFigure;
}
