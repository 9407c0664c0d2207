import { setTimeout as delay } from 'node:timers/promises';
import type { Verdict } from '@petstore/driver';
import type { Postgres } from '../environment/postgres.ts';
import { processFigures } from '../environment/process-figures.ts';
import { withEnvironment } from '../environment/with-environment.ts';
import { MixedLoad } from './mixed-load.ts';

/** State of the service and of the load at one moment. */
export interface Sample {
  /** Minutes since the start. */
  readonly minute: number;
  /** Valid requests, hostile requests and failures since the start. */
  readonly requests: number;
  readonly hostile: number;
  readonly failures: number;
  /** Resident memory in MiB, and open files; NaN where there is no /proc. */
  readonly megabytes: number;
  readonly files: number;
  /** Database connections. */
  readonly connections: number;
  /** Percentiles of the response times since the last sample, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Milliseconds. */
const minute = 60_000;

/**
 * Runs the mixed load.
 * @param minutes duration of the run
 * @param onSample called with each sample when it is taken
 * @returns `unexpected` describes the unexpected responses to hostile requests
 */
export function soak(
  minutes: number,
  onSample: (sample: Sample) => void,
): Promise<{ samples: Sample[]; verdict: Verdict; unexpected: readonly string[] }> {
  return withEnvironment(async (environment) => {
    const key = await environment.issueKey();
    const { address, pid } = await environment.start({ LOG_LEVEL: 'info' });
    const load = new MixedLoad({ address, key }, environment.ledger);
    const samples: Sample[] = [];
    const started = performance.now();
    // A sample every minute; in a run of less than 20 minutes, 20 samples.
    const step = Math.min(1, minutes / 20) * minute;
    while (performance.now() - started < minutes * minute) {
      await delay(step);
      const { requests, hostile, failures } = load;
      const { megabytes, files } = processFigures(pid) ?? { megabytes: NaN, files: NaN };
      const sample = {
        minute: (performance.now() - started) / minute,
        ...{ requests, hostile, failures, megabytes, files },
        connections: await connectionsOf(environment.postgres),
        ...load.percentiles(),
      };
      samples.push(sample);
      onSample(sample);
    }
    await load.end();
    return { samples, verdict: await environment.verify({ address, key }), unexpected: [...load.unexpected] };
  });
}

async function connectionsOf(postgres: Postgres): Promise<number> {
  const [row] = await postgres.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'petstore'`,
  );
  return row!.count;
}
