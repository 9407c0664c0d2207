import { setTimeout as delay } from 'node:timers/promises';
import { Client, type Answer } from '../driver/client.ts';
import type { Stage } from '../stage/stage.ts';
import { longestAnswer } from './database-ended.ts';
import { onStage } from './on-stage.ts';
import type { Row } from './row.ts';

const pool = { DATABASE_POOL_SIZE: '2', DATABASE_POOL_QUEUE: '50' };

/** Seconds that the database takes for each animal, so that it is the narrow place, and not this machine. */
const slowInsert = 0.01;

/** Milliseconds that is measured, and between two handfuls of requests. */
const measured = 8_000;
const tick = 10;

/**
 * Milliseconds of arrivals that a handful holds at most. When this process was kept waiting, the rest is not made up for: all at
 * once they would fill one statement with more animals than it has time for.
 */
const longestTick = 50;

/** Milliseconds of overload until it is measured: what refuses has to get as warm as what serves. */
const settling = 3_000;

/**
 * Commits do not wait for the disk, whose speed is the machine's: it weighs more on the short statements of the overload than on
 * the long ones of the peak. Nothing is killed here, so nothing is lost.
 */
const settings = { synchronous_commit: 'off' };

/** How many times the peak is sent, and how many times it must arrive at least for the row to be about overload. */
const times = 3;
const leastTimes = 2;
const leastGoodput = 0.7;

/**
 * How often it is measured at most, until the bounds hold. Other work on this machine slows one measurement down; a service that
 * breaks down under overload does so in each.
 */
const attempts = 3;

export const overload: Row = {
  name: 'overload',
  fault:
    'requests arrive three times as fast as a pool of 2 can serve: what it can do it goes on doing, the rest is 503',
  run: (trial) =>
    onStage(async (stage) => {
      const key = await stage.issueKey();
      const { address } = await stage.start(pool);
      await slowDown(stage);
      const warmUp = stage.load([{ address, key }], 8);
      await warmUp.answers(trial.enough);
      await warmUp.end();
      const peakOf = () =>
        goodOf(
          stage,
          Array.from({ length: 16 }, () => new Client(address, key)),
        );
      const measure = async () => {
        const before = await peakOf();
        await arrive(stage, address, key, times * before, settling);
        const { answers, good } = await arrive(stage, address, key, times * before, measured);
        // Looked for on both sides: on a machine that does other work, it changes.
        const peak = (before + (await peakOf())) / 2;
        const longest = Math.max(...answers.map(({ milliseconds }) => milliseconds));
        const arrived = (answers.length / measured) * 1_000;
        trial.note(
          `peak ${rate(peak)}, arriving ${rate(arrived)}, served ${rate(good)}: ` +
            `${(good / peak).toFixed(2)} of the peak, longest ${Math.round(longest)} ms`,
        );
        return { answers, arrived, good, peak, longest };
      };
      let last = await measure();
      for (let attempt = 1; attempt < attempts && !holds(last); attempt++) last = await measure();
      const { answers, arrived, good, peak, longest } = last;
      const strange = answers.filter(({ status }) => status !== 201 && status !== 503);
      trial.require(strange.length === 0, `${strange.length} answers other than 201 and 503`);
      trial.require(arrived / peak >= leastTimes, `only ${rate(arrived)} arrived, at a peak of ${rate(peak)}`);
      trial.require(good / peak >= leastGoodput, `goodput fell to ${(good / peak).toFixed(2)} of the peak`);
      trial.require(longest <= longestAnswer, `the longest answer took ${Math.round(longest)} ms`);
      return { requests: answers.length, ...(await stage.judge({ address, key })), longest };
    }, settings),
};

function holds({ good, peak, longest }: { good: number; peak: number; longest: number }): boolean {
  return good / peak >= leastGoodput && longest <= longestAnswer;
}

async function slowDown({ postgres }: Stage): Promise<void> {
  await postgres.query(
    `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN PERFORM pg_sleep(${slowInsert}); RETURN NEW; END $$`,
  );
  await postgres.query('CREATE TRIGGER slow BEFORE INSERT ON pets FOR EACH ROW EXECUTE FUNCTION slow()');
}

async function create(stage: Stage, client: Client): Promise<Answer> {
  const newPet = stage.ledger.next();
  const answer = await client.send('POST', '/v1/pets', newPet);
  stage.ledger.hear(newPet, answer);
  return answer;
}

/** Good answers a second of clients who wait for each. */
async function goodOf(stage: Stage, clients: readonly Client[]): Promise<number> {
  const end = performance.now() + measured;
  let good = 0;
  const work = clients.map(async (client) => {
    while (performance.now() < end) if ((await create(stage, client)).status === 201) good += 1;
    client.close();
  });
  await Promise.all(work);
  return (good / measured) * 1_000;
}

/** Requests that come whether the others have been answered or not, on connections that are kept. */
async function arrive(stage: Stage, address: () => string, key: string, perSecond: number, duration: number) {
  const free: Client[] = [];
  const sent: Promise<Answer>[] = [];
  const begun = performance.now();
  let due = 0;
  for (let last = begun; last < begun + duration;) {
    while (sent.length < due) {
      const client = free.pop() ?? new Client(address, key);
      sent.push(create(stage, client).finally(() => free.push(client)));
    }
    await delay(tick);
    const now = performance.now();
    due += (Math.min(now - last, longestTick) / 1_000) * perSecond;
    last = now;
  }
  const answers = await Promise.all(sent);
  for (const client of free) client.close();
  const good = answers.filter(({ status, at }) => status === 201 && at <= begun + duration).length;
  return { answers, good: (good / duration) * 1_000 };
}

function rate(perSecond: number): string {
  return `${Math.round(perSecond)}/s`;
}
