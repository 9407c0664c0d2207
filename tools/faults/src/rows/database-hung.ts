import { setTimeout as delay } from 'node:timers/promises';
import { longestAnswer } from './database-ended.ts';
import type { Bounds } from '../trial.ts';
import { underLoad, type Scene } from './on-stage.ts';
import type { Row } from './row.ts';

/** Milliseconds. */
const hang = 30_000;

const clients = 64;

/** Milliseconds that `/health/ready` may take: probes wait for one second. */
const longestProbe = 1_000;

export const databaseHung: Row = {
  name: 'database-hung',
  fault: 'every process of PostgreSQL is stopped for 30 s (SIGSTOP) and continued, under 64 clients',
  async run(trial) {
    const fault = async ({ stage, instance, load }: Scene): Promise<Bounds> => {
      const from = performance.now();
      stage.postgres.signalAll('SIGSTOP');
      await delay(hang);
      const lives = await fetch(`${instance.address()}/health/live`);
      trial.require(lives.status === 200, `/health/live answered ${lives.status} meanwhile`);
      const begun = performance.now();
      const ready = await fetch(`${instance.address()}/health/ready`);
      trial.require(ready.status === 503, `/health/ready answered ${ready.status} meanwhile`);
      trial.require(performance.now() - begun <= longestProbe, '/health/ready took longer than 1 s meanwhile');
      stage.postgres.signalAll('SIGCONT');
      const back = performance.now();
      const during = load.heard.filter(
        ({ kind, status, at }) => kind !== 'stranger' && status !== 503 && at > from + 1_000,
      );
      trial.require(during.length === 0, `${during.length} answers other than 503 meanwhile`);
      return { gaps: [{ from, back }], longest: longestAnswer };
    };
    const figures = await underLoad(trial, fault, {}, clients);
    trial.requireRecovery(figures, 1_000);
    return figures;
  },
};
