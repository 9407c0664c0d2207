import type { Postgres } from '../environment/postgres.ts';
import type { Outage } from '../fault-run.ts';
import type { Row } from './row.ts';
import { underLoad } from './under-load.ts';

/** Maximum response time in milliseconds while the database is unavailable. */
export const maxResponseTime = 2_500;

export const databaseKilled = databaseEnded(
  'database-killed',
  'PostgreSQL is killed (SIGKILL, postmaster and children) and recovers, under load',
  (postgres) => postgres.signalAll('SIGKILL'),
);

export const databaseRestarted = databaseEnded(
  'database-restarted',
  'PostgreSQL is stopped in immediate mode (SIGQUIT) and recovers, under load',
  (postgres) => postgres.signal('SIGQUIT'),
);

function databaseEnded(name: string, fault: string, end: (postgres: Postgres) => void): Row {
  return {
    name,
    fault,
    async execute(run) {
      const outages: Outage[] = [];
      const figures = await underLoad(run, async ({ environment, load }) => {
        for (let round = 0; round < run.rounds(5); round++) {
          const from = performance.now();
          const to = await environment.postgres.waitForRecovery(() => end(environment.postgres));
          outages.push({ from, to });
          await load.waitForSuccesses(run.successesPerRound);
        }
        return { outages, longest: maxResponseTime };
      });
      run.requireRecovery(figures, 2_000);
      return figures;
    },
  };
}
