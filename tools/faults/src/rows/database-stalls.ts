import { setTimeout as delay } from 'node:timers/promises';
import { isFailure } from '../driver/load.ts';
import { onStage, warmUp } from './on-stage.ts';
import type { Row } from './row.ts';

/** Milliseconds that PostgreSQL stands still: an ordinary pause of a disk. */
const stall = 1_200;

const clients = 64;

/** Milliseconds after which pg's pool has closed its idle connections. */
const poolIdleTimeout = 10_500;

/** Milliseconds that `/health/ready` may take: probes wait for one second. */
const longestProbe = 1_000;

export const databaseStalls: Row = {
  name: 'database-stalls',
  fault:
    'every process of PostgreSQL is stopped for 1.2 s, under 64 clients: a delay for all, no refusal, always ready',
  run: (trial) =>
    onStage(async (stage) => {
      const key = await stage.issueKey();
      const { address } = await stage.start();
      await warmUp(trial, stage, { address, key }, clients);
      await delay(poolIdleTimeout);
      const load = stage.load([{ address, key }], clients);
      let isOver = false;
      const probing = (async () => {
        while (!isOver) {
          const begun = performance.now();
          const { status } = await fetch(`${address()}/health/ready`);
          const took = performance.now() - begun;
          trial.require(status === 200, `/health/ready answered ${status} meanwhile`);
          trial.require(took <= longestProbe, `/health/ready took ${Math.round(took)} ms meanwhile`);
          await delay(50);
        }
      })();
      // The first stall comes while the pool makes its connections.
      await load.answers(1);
      for (let round = 0; round < trial.rounds(5); round++) {
        stage.postgres.signalAll('SIGSTOP');
        await delay(stall);
        stage.postgres.signalAll('SIGCONT');
        await load.answers(trial.enough);
      }
      isOver = true;
      await Promise.all([load.end(), probing]);
      const failures = load.heard.filter(isFailure).map(({ kind, status, code }) => `${kind} ${status} ${code}`);
      trial.require(failures.length === 0, `${failures.length} failures: ${[...new Set(failures)].join(', ')}`);
      return trial.figuresOf(load, await stage.judge({ address, key }), {});
    }),
};
