import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientResponse, createRecorded } from '@petstore/driver';
import type { Environment } from '../environment/environment.ts';
import { withEnvironment } from '../environment/with-environment.ts';
import { maxResponseTime } from './database-ended.ts';
import type { Row } from './row.ts';

const pool = { DATABASE_POOL_SIZE: '2', DATABASE_POOL_QUEUE: '50' };

/** Seconds that the database takes for each pet, so that the database is the bottleneck, not this machine. */
const slowInsert = 0.01;

/** Milliseconds of a measurement. */
const measurementDuration = 8_000;
/** Milliseconds between two batches of requests. */
const batchInterval = 10;

/**
 * Maximum milliseconds whose requests go into one batch. If this process was delayed for longer, it does not send the other
 * requests: one large batch would put more pets into a statement than the statement's timeout allows.
 */
const maxBatchTime = 50;

/** Milliseconds of overload before the measurement, so that V8 has also compiled the code that refuses requests. */
const warmUpDuration = 3_000;

/**
 * PostgreSQL settings. Commits do not wait for the disk, because its speed affects the short statements of the overload more
 * than the long statements of the peak. This row kills no process, so no commit is lost.
 */
const settings = { synchronous_commit: 'off' };

/** Rates as multiples of the peak: rate at which this process sends requests, minimum rate of responses, minimum rate of successes. */
const sentLoad = 3;
const minLoad = 2;
const minGoodput = 0.7;

/**
 * Maximum number of measurements until one is within the bounds, because other processes on this machine can slow one down. A
 * service that collapses under overload does so in every measurement.
 */
const maxMeasurements = 3;

export const overload: Row = {
  name: 'overload',
  fault: 'requests arrive three times as fast as a pool of 2 can serve: throughput stays, the rest gets 503',
  execute: (run) =>
    withEnvironment(async (environment) => {
      const key = await environment.issueKey();
      const { address } = await environment.start(pool);
      await slowDown(environment);
      const warmUp = environment.load([{ address, key }], 8);
      await warmUp.waitForSuccesses(run.successesPerRound);
      await warmUp.end();
      const peakOf = () =>
        measurePeak(
          environment,
          Array.from({ length: 16 }, () => new Client(address, key)),
        );
      const measure = async () => {
        const before = await peakOf();
        await sendAtRate(environment, address, key, sentLoad * before, warmUpDuration);
        const { responses, good } = await sendAtRate(environment, address, key, sentLoad * before, measurementDuration);
        // The mean of two measurements, because the peak changes if the machine has other work.
        const peak = (before + (await peakOf())) / 2;
        const longest = Math.max(...responses.map(({ milliseconds }) => milliseconds));
        const arrived = (responses.length / measurementDuration) * 1_000;
        run.note(
          `peak ${rate(peak)}, arriving ${rate(arrived)}, served ${rate(good)}: ` +
            `${(good / peak).toFixed(2)} of the peak, longest ${Math.round(longest)} ms`,
        );
        return { responses, arrived, good, peak, longest };
      };
      let measurement = await measure();
      for (let count = 1; count < maxMeasurements && !isWithinBounds(measurement); count++) {
        measurement = await measure();
      }
      const { responses, arrived, good, peak, longest } = measurement;
      const unexpected = responses.filter(({ status }) => status !== 201 && status !== 503);
      run.require(unexpected.length === 0, `${unexpected.length} responses other than 201 and 503`);
      run.require(arrived / peak >= minLoad, `only ${rate(arrived)} arrived, at a peak of ${rate(peak)}`);
      run.require(good / peak >= minGoodput, `goodput fell to ${(good / peak).toFixed(2)} of the peak`);
      run.require(longest <= maxResponseTime, `the longest response took ${Math.round(longest)} ms`);
      return { requests: responses.length, ...(await environment.verify({ address, key })), longest };
    }, settings),
};

function isWithinBounds({ good, peak, longest }: { good: number; peak: number; longest: number }): boolean {
  return good / peak >= minGoodput && longest <= maxResponseTime;
}

async function slowDown({ postgres }: Environment): Promise<void> {
  await postgres.query(
    `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN PERFORM pg_sleep(${slowInsert}); RETURN NEW; END $$`,
  );
  await postgres.query('CREATE TRIGGER slow BEFORE INSERT ON pets FOR EACH ROW EXECUTE FUNCTION slow()');
}

/** Returns the successful creates per second of clients that wait for each response before the next request. */
async function measurePeak(environment: Environment, clients: readonly Client[]): Promise<number> {
  const end = performance.now() + measurementDuration;
  let good = 0;
  const sending = clients.map(async (client) => {
    while (performance.now() < end) if ((await createRecorded(client, environment.ledger)).status === 201) good += 1;
    client.close();
  });
  await Promise.all(sending);
  return (good / measurementDuration) * 1_000;
}

/**
 * Sends creates at a fixed rate on keep-alive connections, without waiting for earlier responses.
 * @param perSecond requests per second
 * @param duration milliseconds
 * @returns all responses, and the successful creates per second
 */
async function sendAtRate(
  environment: Environment,
  address: () => string,
  key: string,
  perSecond: number,
  duration: number,
) {
  const free: Client[] = [];
  const sent: Promise<ClientResponse>[] = [];
  const started = performance.now();
  let due = 0;
  for (let last = started; last < started + duration;) {
    while (sent.length < due) {
      const client = free.pop() ?? new Client(address, key);
      sent.push(createRecorded(client, environment.ledger).finally(() => free.push(client)));
    }
    await delay(batchInterval);
    const now = performance.now();
    due += (Math.min(now - last, maxBatchTime) / 1_000) * perSecond;
    last = now;
  }
  const responses = await Promise.all(sent);
  for (const client of free) client.close();
  const good = responses.filter(({ status, at }) => status === 201 && at <= started + duration).length;
  return { responses, good: (good / duration) * 1_000 };
}

function rate(perSecond: number): string {
  return `${Math.round(perSecond)}/s`;
}
