import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '../driver/client.ts';
import { wrongKey } from '../driver/load.ts';
import { longestAnswer } from './database-ended.ts';
import { onStage } from './on-stage.ts';
import type { Row } from './row.ts';

/** Milliseconds that the table is locked. */
const locked = 8_000;

const pool = { DATABASE_POOL_SIZE: '2', DATABASE_POOL_QUEUE: '50' };

/** Milliseconds that a client waits who was refused: 200 that come again at once would measure the machine. */
const pause = 200;

/** Milliseconds that what takes no connection may take: it shares the process with 200 clients who are refused. */
const longestRefusal = 1_000;

export const poolExhausted: Row = {
  name: 'pool-exhausted',
  fault: 'a pool of 2 and 200 clients, the table locked for 8 s: refusals take no connection, all others 503 in time',
  run: (trial) =>
    onStage(async (stage) => {
      const key = await stage.issueKey();
      const { address } = await stage.start(pool);
      const warmUp = stage.load([{ address, key }]);
      await warmUp.answers(trial.enough);
      await warmUp.end();
      const load = stage.load([{ address, key }], 200, pause);
      const lock = await stage.postgres.connect();
      await lock.query('BEGIN; LOCK TABLE pets IN ACCESS EXCLUSIVE MODE');
      const from = performance.now();
      const [stranger, clumsy] = [new Client(address, wrongKey), new Client(address, key)];
      let longest = 0;
      while (performance.now() - from < locked) {
        // Neither a key's checksum nor the router asks the database.
        const answers = [await stranger.send('GET', '/v1/pets'), await clumsy.send('GET', '/nowhere')];
        const statuses = answers.map(({ status }) => status);
        trial.require(statuses.join() === '401,404', `refusals were answered ${statuses.join()} meanwhile`);
        longest = Math.max(longest, ...answers.map(({ milliseconds }) => milliseconds));
        await delay(50);
      }
      trial.require(longest <= longestRefusal, `a refusal took ${Math.round(longest)} ms meanwhile`);
      trial.note(`the longest refusal of what needs no connection: ${Math.round(longest)} ms`);
      await lock.query('COMMIT');
      const back = performance.now();
      await lock.end();
      await load.answers(trial.enough);
      const quiet = new Client(address, key);
      await load.end();
      const { status } = await quiet.send('GET', '/v1/pets');
      trial.require(status === 200, `reading was answered ${status} afterwards`);
      for (const client of [stranger, clumsy, quiet]) client.close();
      const figures = trial.figuresOf(load, await stage.judge({ address, key }), { longest: longestAnswer });
      const firstGood = load.heard.find(({ at, status: heard }) => at > back && heard === 201);
      const recovery = firstGood ? firstGood.at - back : Infinity;
      trial.requireRecovery({ recovery }, 1_000);
      return { ...figures, recovery };
    }),
};
