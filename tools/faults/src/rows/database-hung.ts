import { setTimeout as delay } from 'node:timers/promises';
import { longestAnswer } from './database-ended.ts';
import { underLoad } from './on-stage.ts';
import type { Row } from './row.ts';

/** Milliseconds. */
const hang = 30_000;

export const databaseHung: Row = {
  name: 'database-hung',
  fault: 'every process of PostgreSQL is stopped for 30 s (SIGSTOP) and continued, under load',
  async run(trial) {
    const figures = await underLoad(trial, async ({ stage, instance, load }) => {
      const from = performance.now();
      stage.postgres.signalAll('SIGSTOP');
      await delay(hang);
      const lives = await fetch(`${instance.address()}/health/live`);
      trial.require(lives.status === 200, `/health/live answered ${lives.status} meanwhile`);
      stage.postgres.signalAll('SIGCONT');
      const back = performance.now();
      const during = load.heard.filter(
        ({ kind, status, at }) => kind !== 'stranger' && status !== 503 && at > from + 1_000,
      );
      trial.require(during.length === 0, `${during.length} answers other than 503 meanwhile`);
      return { gaps: [{ from, back }], longest: longestAnswer };
    });
    trial.requireRecovery(figures, 1_000);
    return figures;
  },
};
