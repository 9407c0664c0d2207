import type { Operation } from './operations.ts';

/** What one window of load on one contestant showed. */
export interface Sample {
  /** Microseconds of the server's CPU per request. */
  readonly serverCpu: number;
  /** Microseconds of PostgreSQL's CPU per request, all its processes together. */
  readonly databaseCpu: number;
  /** Requests answered in a second. */
  readonly throughput: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

export type Figure = keyof Sample;

export const figures = ['serverCpu', 'databaseCpu', 'throughput', 'p50', 'p99'] as const satisfies readonly Figure[];

/** By contestant and operation, a sample per round. */
export class Measurements {
  private readonly samples = new Map<string, Sample[]>();

  add(contestant: string, operation: Operation, sample: Sample): void {
    const key = `${contestant} ${operation}`;
    this.samples.set(key, [...(this.samples.get(key) ?? []), sample]);
  }

  of(contestant: string, operation: Operation, figure: Figure): number[] {
    return (this.samples.get(`${contestant} ${operation}`) ?? []).map((sample) => sample[figure]);
  }
}
