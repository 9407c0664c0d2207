import { setTimeout as delay } from 'node:timers/promises';
import { Client, percentile, type Target, type Verdict, type Violation } from '@petstore/driver';
import type { Progress } from '@petstore/reports';
import type { Postgres } from '../environment/postgres.ts';
import { type ProcessFigures, processFigures } from '../environment/process-figures.ts';
import { withEnvironment } from '../environment/with-environment.ts';
import { readAllFromApi } from '../rows/read-orders.ts';
import { MixedLoad } from './mixed-load.ts';
import { OrderLoad } from './order-load.ts';

/** State of the service and of the load at one moment. */
export interface Sample {
  /** Minutes since the start. */
  readonly minute: number;
  /** Valid requests, hostile requests and failures since the start. */
  readonly requests: number;
  readonly hostile: number;
  readonly failures: number;
  /** Medians since the last sample: resident memory in MiB, and open files; NaN where there is no /proc. */
  readonly megabytes: number;
  readonly files: number;
  /** Database connections. */
  readonly connections: number;
  /** Percentiles of the response times since the last sample, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

export interface SoakResult {
  readonly samples: readonly Sample[];
  readonly verdict: Verdict;
  readonly orders: { readonly acknowledged: number; readonly violations: readonly Violation[] };
  /** Descriptions of the unexpected responses to hostile requests. */
  readonly unexpected: readonly string[];
}

/** Milliseconds. */
const second = 1_000;
const minute = 60 * second;

/** Samples of a run that is shorter than as many minutes. */
const minimumSamples = 20;

/**
 * Runs the mixed load.
 * @param minutes duration of the load
 * @param onSample called with each sample when it is taken
 */
export function soak(minutes: number, progress: Progress, onSample: (sample: Sample) => void): Promise<SoakResult> {
  progress.update('starting PostgreSQL and the service');
  return withEnvironment(async (environment) => {
    const key = await environment.issueKey();
    const { address, pid } = await environment.start({ LOG_LEVEL: 'info', BETA: 'on' });
    const orders = await createOrderLoad({ address, key });
    const load = new MixedLoad({ address, key }, environment.ledger, orders);
    const samples: Sample[] = [];
    const started = performance.now();
    let figures: ProcessFigures[] = [];
    const ticking = setInterval(() => {
      figures.push(processFigures(pid) ?? unknownFigures);
      const end = new Date(Date.now() + minutes * minute - (performance.now() - started));
      progress.update(`${load.requests.toLocaleString('en')} requests; the load ends at ${end.toLocaleTimeString()}`);
    }, second);
    const count = Math.max(minimumSamples, Math.ceil(minutes));
    try {
      for (let number = 1; number <= count; number++) {
        await delay(started + (number / count) * minutes * minute - performance.now());
        samples.push({
          minute: (performance.now() - started) / minute,
          requests: load.requests,
          hostile: load.hostile,
          failures: load.failures,
          ...medianOf(figures),
          connections: await connectionsOf(environment.postgres),
          ...load.percentiles(),
        });
        figures = [];
        onSample(samples.at(-1)!);
      }
    } finally {
      clearInterval(ticking);
    }
    await load.end();
    progress.update('reading the pets and orders back');
    const verdict = await environment.verify({ address, key }, ({ id }) => orders.has(id));
    const violations = orders.verify(await readAllFromApi({ address, key }));
    progress.update('stopping the service and PostgreSQL');
    const { acknowledged } = orders;
    return { samples, verdict, orders: { acknowledged, violations }, unexpected: [...load.unexpected] };
  });
}

async function createOrderLoad({ address, key }: Target): Promise<OrderLoad> {
  const client = new Client(address, key);
  const orders = await OrderLoad.create(client);
  client.close();
  return orders;
}

const unknownFigures: ProcessFigures = { megabytes: NaN, files: NaN };

function medianOf(figures: readonly ProcessFigures[]): ProcessFigures {
  if (figures.length === 0) return unknownFigures;
  const median = (name: keyof ProcessFigures) =>
    percentile(
      figures.map((each) => each[name]),
      0.5,
    );
  return { megabytes: median('megabytes'), files: median('files') };
}

async function connectionsOf(postgres: Postgres): Promise<number> {
  const [row] = await postgres.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'petstore'`,
  );
  return row!.count;
}
