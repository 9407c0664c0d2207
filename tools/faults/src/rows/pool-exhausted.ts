import { setTimeout as delay } from 'node:timers/promises';
import { Client, get, listPets, malformedKey } from '@petstore/driver';
import { withEnvironment } from '../environment/with-environment.ts';
import { maxResponseTime } from './database-ended.ts';
import type { Row } from './row.ts';
import { warmUp } from './under-load.ts';

/** Milliseconds for which the table is locked. */
const lockDuration = 8_000;

const pool = { DATABASE_POOL_SIZE: '2', DATABASE_POOL_QUEUE: '50' };

/** Milliseconds that a refused client waits before its next request. Without a pause, 200 clients would overload the machine. */
const pause = 200;

/** Maximum milliseconds for a response that needs no connection, while the process also refuses 200 clients. */
const maxRefusalTime = 1_000;

export const poolExhausted: Row = {
  name: 'pool-exhausted',
  fault:
    'a pool of 2 and 200 clients, the table locked for 8 s: 401 and 404 need no connection, the others get 503 in time',
  execute: (run) =>
    withEnvironment(async (environment) => {
      const key = await environment.issueKey();
      const { address } = await environment.start(pool);
      await warmUp(run, environment, { address, key });
      const load = environment.load([{ address, key }], 200, pause);
      const lock = await environment.postgres.connect();
      await lock.query('BEGIN; LOCK TABLE pets IN ACCESS EXCLUSIVE MODE');
      const from = performance.now();
      const [unauthenticated, wrongPath] = [new Client(address, malformedKey), new Client(address, key)];
      let longest = 0;
      while (performance.now() - from < lockDuration) {
        // Neither the check of a key's checksum nor the router needs a query.
        const responses = [await unauthenticated.send(listPets()), await wrongPath.send(get('/nowhere'))];
        const statuses = responses.map(({ status }) => status);
        run.require(statuses.join() === '401,404', `refusals got ${statuses.join()} during the fault`);
        longest = Math.max(longest, ...responses.map(({ milliseconds }) => milliseconds));
        await delay(50);
      }
      run.require(longest <= maxRefusalTime, `a refusal took ${Math.round(longest)} ms during the fault`);
      run.note(`the longest 401 or 404: ${Math.round(longest)} ms`);
      await lock.query('COMMIT');
      const unlockedAt = performance.now();
      await lock.end();
      await load.waitForSuccesses(run.successesPerRound);
      const reader = new Client(address, key);
      await load.end();
      const { status } = await reader.send(listPets());
      run.require(status === 200, `a list got ${status} afterwards`);
      for (const client of [unauthenticated, wrongPath, reader]) client.close();
      const figures = run.figuresOf(load, await environment.verify({ address, key }), { longest: maxResponseTime });
      const firstSuccess = load.observations.find(({ at, status: received }) => at > unlockedAt && received === 201);
      const recovery = firstSuccess ? firstSuccess.at - unlockedAt : Infinity;
      run.requireRecovery({ recovery }, 1_000);
      return { ...figures, recovery };
    }),
};
