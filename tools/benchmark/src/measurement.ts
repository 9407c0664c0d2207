import type { Operation } from './operations.ts';

/** Results of one measurement window on one server. */
export interface Sample {
  /** Microseconds of CPU time of the server per request: `userCpu` and `systemCpu`. */
  readonly serverCpu: number;
  readonly userCpu: number;
  readonly systemCpu: number;
  /** Microseconds of CPU time of all PostgreSQL processes per request. */
  readonly databaseCpu: number;
  /** Responses per second. */
  readonly throughput: number;
  /** Percentiles of the response times in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

export type Figure = keyof Sample;

export const figures = [
  'serverCpu',
  'userCpu',
  'systemCpu',
  'databaseCpu',
  'throughput',
  'p50',
  'p99',
] as const satisfies readonly Figure[];

/** The samples of all servers, operations and rounds. */
export class Measurements {
  private readonly samples = new Map<string, Map<number, Sample>>();

  /** @param round from 1 */
  add(round: number, peer: string, operation: Operation, sample: Sample): void {
    const key = `${peer} ${operation}`;
    const byRound = this.samples.get(key) ?? new Map<number, Sample>();
    this.samples.set(key, byRound.set(round, sample));
  }

  /** Returns the values of one figure by round. A window that was left out has none. */
  valuesOf(peer: string, operation: Operation, figure: Figure): Map<number, number> {
    const samples = this.samples.get(`${peer} ${operation}`) ?? [];
    return new Map([...samples].map(([round, sample]) => [round, sample[figure]]));
  }
}
