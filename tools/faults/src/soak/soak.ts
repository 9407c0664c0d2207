import { setTimeout as delay } from 'node:timers/promises';
import type { Verdict } from '../driver/ledger.ts';
import { onStage } from '../rows/on-stage.ts';
import { processFigures } from '../stage/process-figures.ts';
import type { Postgres } from '../stage/postgres.ts';
import { MixedLoad } from './mixed-load.ts';

/** What it is looked at for, now and again. */
export interface Sample {
  readonly minute: number;
  readonly requests: number;
  readonly hostile: number;
  readonly failures: number;
  readonly megabytes: number;
  readonly files: number;
  readonly connections: number;
  readonly p50: number;
  readonly p99: number;
}

const minute = 60_000;

/** Serves mixed load for so long; every sample is told as it is taken. */
export function soak(
  minutes: number,
  tell: (sample: Sample) => void,
): Promise<{ samples: Sample[]; verdict: Verdict; unexpected: readonly string[] }> {
  return onStage(async (stage) => {
    const key = await stage.issueKey();
    const { address, pid } = await stage.start({ LOG_LEVEL: 'info' });
    const load = new MixedLoad({ address, key }, stage.ledger);
    const samples: Sample[] = [];
    const begun = performance.now();
    const step = Math.min(1, minutes / 20) * minute;
    while (performance.now() - begun < minutes * minute) {
      await delay(step);
      const { requests, hostile, failures } = load;
      const { megabytes, files } = processFigures(pid) ?? { megabytes: NaN, files: NaN };
      const sample = {
        minute: (performance.now() - begun) / minute,
        ...{ requests, hostile, failures, megabytes, files },
        connections: await connectionsOf(stage.postgres),
        ...load.percentiles(),
      };
      samples.push(sample);
      tell(sample);
    }
    await load.end();
    return { samples, verdict: await stage.judge({ address, key }), unexpected: [...load.unexpected] };
  });
}

async function connectionsOf(postgres: Postgres): Promise<number> {
  const [row] = await postgres.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'petstore'`,
  );
  return row!.count;
}
