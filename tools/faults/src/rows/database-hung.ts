import { setTimeout as delay } from 'node:timers/promises';
import type { Bounds } from '../fault-run.ts';
import { maxResponseTime } from './database-ended.ts';
import type { Row } from './row.ts';
import { type FaultContext, underLoad } from './under-load.ts';

/** Milliseconds for which PostgreSQL is stopped. */
const hang = 30_000;

const clients = 64;

/** Maximum milliseconds for `/health/ready`, because probes time out after one second. */
const maxProbeTime = 1_000;

export const databaseHung: Row = {
  name: 'database-hung',
  fault: 'every process of PostgreSQL is stopped for 30 s (SIGSTOP) and continued, under 64 clients',
  async execute(run) {
    const fault = async ({ environment, instance, load }: FaultContext): Promise<Bounds> => {
      const from = performance.now();
      environment.postgres.signalAll('SIGSTOP');
      await delay(hang);
      const live = await fetch(`${instance.address()}/health/live`);
      run.require(live.status === 200, `/health/live returned ${live.status} during the fault`);
      const started = performance.now();
      const ready = await fetch(`${instance.address()}/health/ready`);
      run.require(ready.status === 503, `/health/ready returned ${ready.status} during the fault`);
      run.require(performance.now() - started <= maxProbeTime, '/health/ready took longer than 1 s during the fault');
      environment.postgres.signalAll('SIGCONT');
      const to = performance.now();
      // Requests that were sent before the fault may have got another response in its first second.
      const during = load.observations.filter(
        ({ kind, status, at }) => kind !== 'unauthenticated' && status !== 503 && at > from + 1_000,
      );
      run.require(during.length === 0, `${during.length} responses other than 503 during the fault`);
      return { outages: [{ from, to }], longest: maxResponseTime };
    };
    const figures = await underLoad(run, fault, {}, clients);
    run.requireRecovery(figures, 1_000);
    return figures;
  },
};
