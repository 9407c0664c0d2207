import type { Operation } from './operations.ts';

/** Results of one measurement window on one server. */
export interface Sample {
  /** Microseconds of CPU time of the server per request. */
  readonly serverCpu: number;
  /** Microseconds of CPU time of all PostgreSQL processes per request. */
  readonly databaseCpu: number;
  /** Responses per second. */
  readonly throughput: number;
  /** Percentiles of the response times in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

export type Figure = keyof Sample;

export const figures = ['serverCpu', 'databaseCpu', 'throughput', 'p50', 'p99'] as const satisfies readonly Figure[];

/** The samples of all servers, operations and rounds. */
export class Measurements {
  private readonly samples = new Map<string, Sample[]>();

  add(peer: string, operation: Operation, sample: Sample): void {
    const key = `${peer} ${operation}`;
    this.samples.set(key, [...(this.samples.get(key) ?? []), sample]);
  }

  /** Returns the values of one figure, in the order of the rounds. */
  valuesOf(peer: string, operation: Operation, figure: Figure): number[] {
    return (this.samples.get(`${peer} ${operation}`) ?? []).map((sample) => sample[figure]);
  }
}
