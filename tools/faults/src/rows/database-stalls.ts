import { setTimeout as delay } from 'node:timers/promises';
import { isFailure } from '@petstore/driver';
import { withEnvironment } from '../environment/with-environment.ts';
import type { Row } from './row.ts';
import { warmUp } from './under-load.ts';

/** Milliseconds for which PostgreSQL is stopped. A disk may pause for that long. */
const stall = 1_200;

const clients = 64;

/** Milliseconds after which the pool has closed its idle connections. Its idle timeout is 10 s, the default of pg. */
const poolIdleTimeout = 10_500;

/** Maximum milliseconds for `/health/ready`, because probes time out after one second. */
const maxProbeTime = 1_000;

export const databaseStalls: Row = {
  name: 'database-stalls',
  fault:
    'every process of PostgreSQL is stopped for 1.2 s, under 64 clients: responses are delayed, none fails, always ready',
  execute: (run) =>
    withEnvironment(async (environment) => {
      const key = await environment.issueKey();
      const { address } = await environment.start();
      await warmUp(run, environment, { address, key }, clients);
      await delay(poolIdleTimeout);
      const load = environment.load([{ address, key }], clients);
      let isEnding = false;
      const probing = (async () => {
        while (!isEnding) {
          const started = performance.now();
          const { status } = await fetch(`${address()}/health/ready`);
          const took = performance.now() - started;
          run.require(status === 200, `/health/ready returned ${status} during the fault`);
          run.require(took <= maxProbeTime, `/health/ready took ${Math.round(took)} ms during the fault`);
          await delay(50);
        }
      })();
      // The first stall happens while the pool opens its connections.
      await load.waitForSuccesses(1);
      for (let round = 0; round < run.rounds(5); round++) {
        environment.postgres.signalAll('SIGSTOP');
        await delay(stall);
        environment.postgres.signalAll('SIGCONT');
        await load.waitForSuccesses(run.successesPerRound);
      }
      isEnding = true;
      await Promise.all([load.end(), probing]);
      const failures = load.observations.filter(isFailure).map(({ kind, status, code }) => `${kind} ${status} ${code}`);
      run.require(failures.length === 0, `${failures.length} failures: ${[...new Set(failures)].join(', ')}`);
      return run.figuresOf(load, await environment.verify({ address, key }), {});
    }),
};
