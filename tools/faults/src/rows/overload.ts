import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientResponse, createRecorded } from '@petstore/driver';
import type { Environment } from '../environment/environment.ts';
import { withEnvironment } from '../environment/with-environment.ts';
import { maxResponseTime } from './database-ended.ts';
import type { Row } from './row.ts';

const pool = { DATABASE_POOL_SIZE: '2', DATABASE_POOL_QUEUE: '50' };

/** Seconds that the database takes for each pet, so that the database is the bottleneck, not this machine. */
const slowInsert = 0.01;

/** Milliseconds of a measurement, and between two batches of requests. */
const measured = 8_000;
const tick = 10;

/**
 * Maximum milliseconds of arrivals in one batch. If this process was delayed for longer, the rest is not sent: a single large
 * batch would put more pets into one statement than its timeout allows.
 */
const maxTick = 50;

/** Milliseconds of overload before the measurement, so that the code paths of refusals are compiled too. */
const settling = 3_000;

/**
 * Commits do not wait for the disk, because its speed affects the short statements of the overload more than the long ones of
 * the peak. No process is killed here, so no commit is lost.
 */
const settings = { synchronous_commit: 'off' };

/** Rate of requests sent, minimum rate that must arrive, and minimum rate of successes: all as multiples of the peak. */
const sentLoad = 3;
const minLoad = 2;
const minGoodput = 0.7;

/**
 * Maximum number of measurements until one is within the bounds. Other work on this machine can slow one measurement down. A
 * service that breaks down under overload does so in every measurement.
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
        await sendAtRate(environment, address, key, sentLoad * before, settling);
        const { responses, good } = await sendAtRate(environment, address, key, sentLoad * before, measured);
        // Measured before and after, because it changes on a machine with other work.
        const peak = (before + (await peakOf())) / 2;
        const longest = Math.max(...responses.map(({ milliseconds }) => milliseconds));
        const arrived = (responses.length / measured) * 1_000;
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

/** Returns successful creates per second by clients that each wait for a response before the next request. */
async function measurePeak(environment: Environment, clients: readonly Client[]): Promise<number> {
  const end = performance.now() + measured;
  let good = 0;
  const sending = clients.map(async (client) => {
    while (performance.now() < end) if ((await createRecorded(client, environment.ledger)).status === 201) good += 1;
    client.close();
  });
  await Promise.all(sending);
  return (good / measured) * 1_000;
}

/** Sends creates at a fixed rate on keep-alive connections, whether earlier ones have got a response or not. */
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
    await delay(tick);
    const now = performance.now();
    due += (Math.min(now - last, maxTick) / 1_000) * perSecond;
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
