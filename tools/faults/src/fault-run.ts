import { isFailure, type Observation, type Verdict } from '@petstore/driver';

/** Figures of a fault scenario, one row of the report. Times are in milliseconds. */
export interface Figures extends Partial<Verdict> {
  /** Requests whose connection was not refused. */
  readonly requests?: number;
  /** Longest response time. */
  readonly longest?: number;
  /** Longest time from the end of an outage to the last failure before the next outage. */
  readonly recovery?: number;
}

/** Outages and limits that the observations of a load are compared with. */
export interface Bounds {
  readonly outages?: readonly Outage[];
  /** Maximum response time in milliseconds. */
  readonly longest?: number;
}

/** Start and end of a fault, by `performance.now()`. */
export interface Outage {
  readonly from: number;
  readonly to: number;
}

/** A load, or other clients that record their responses. */
export interface Observed {
  readonly observations: readonly Observation[];
}

/** One execution of a fault scenario, one row of the report. Collects the requirements that were not met, and notes for the report. */
export class FaultRun {
  /** Descriptions of the requirements that were not met. */
  readonly breaches: string[] = [];
  readonly notes: string[] = [];

  /**
   * @param scale factor for the number of rounds
   * @param successesPerRound successful responses after each round that show that the service has recovered
   */
  constructor(
    private readonly scale: number,
    readonly successesPerRound: number,
  ) {}

  /** Returns the number of rounds, multiplied by the scale; at least 1. */
  rounds(count: number): number {
    return Math.max(1, Math.round(count * this.scale));
  }

  /** Records a breach if the condition is false. @param breach description of the breach */
  require(condition: boolean, breach: string): void {
    if (!condition && !this.breaches.includes(breach)) this.breaches.push(breach);
  }

  /** Adds a line to the report of the row. */
  note(text: string): void {
    this.notes.push(text);
  }

  /** Requires what every row must fulfil: no acknowledged pet is lost, altered or duplicated, and no pet contradicts a response. */
  requireNothingLost({ lost, altered, duplicated, contradicted }: Figures): void {
    for (const [kind, count] of Object.entries({ lost, altered, duplicated, contradicted })) {
      this.require(!count, `${count} ${kind}`);
    }
  }

  /**
   * Returns the figures of a load. Requires that no response is a 500, that requests with an invalid key get 401 or no response,
   * and that the responses are within the bounds.
   */
  figuresOf(load: Observed, verdict: Verdict, { outages = [], longest: maximum }: Bounds): Figures {
    const longest = Math.max(...load.observations.map(({ milliseconds }) => milliseconds));
    const recovery =
      outages.length > 0
        ? Math.max(...outages.map((outage, index) => recoveryTime(load, outage, outages[index + 1])))
        : undefined;
    this.requireDocumentedResponses(load.observations);
    if (maximum) {
      this.require(longest <= maximum, `the longest response took ${Math.round(longest)} ms, the limit is ${maximum}`);
    }
    return {
      requests: load.observations.filter(wasConnected).length,
      ...verdict,
      longest,
      ...(recovery !== undefined && { recovery }),
    };
  }

  /** Requires that the recovery took at most this long. @param maximum milliseconds */
  requireRecovery({ recovery = 0 }: Figures, maximum: number): void {
    this.require(recovery <= maximum, `recovery took ${Math.round(recovery)} ms, the limit is ${maximum}`);
  }

  private requireDocumentedResponses(observations: readonly Observation[]): void {
    const unexpected = observations.filter(
      ({ kind, status }) => status === 500 || (kind === 'unauthenticated' && ![0, 401].includes(status)),
    );
    const kinds = [...new Set(unexpected.map(({ kind, status, code }) => `${kind} ${status} ${code}`))];
    this.require(unexpected.length === 0, `${unexpected.length} responses that no row allows: ${kinds.join(', ')}`);
  }
}

/** Whether the connection was not refused. A request on a refused connection never reached the service. */
export function wasConnected({ code }: Observation): boolean {
  return code !== 'ECONNREFUSED';
}

/** Milliseconds from the end of the outage to the last failure before the next outage. */
function recoveryTime(load: Observed, { to }: Outage, next?: Outage): number {
  const failures = load.observations.filter(({ at }) => at >= to && at < (next?.from ?? Infinity)).filter(isFailure);
  return Math.max(0, ...failures.map(({ at }) => at - to));
}
