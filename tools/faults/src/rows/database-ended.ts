import type { Postgres } from '../stage/postgres.ts';
import type { Gap } from '../trial.ts';
import { underLoad } from './on-stage.ts';
import type { Row } from './row.ts';

/** Milliseconds that any answer may take while the database is away or in trouble. */
export const longestAnswer = 2_500;

export const databaseKilled = databaseEnded(
  'database-killed',
  'PostgreSQL is killed (SIGKILL, postmaster and children) and recovers, under load',
  (postgres) => postgres.signalAll('SIGKILL'),
);

export const databaseRestarted = databaseEnded(
  'database-restarted',
  'PostgreSQL is stopped at once (SIGQUIT, "immediate") and recovers, under load',
  (postgres) => postgres.signal('SIGQUIT'),
);

function databaseEnded(name: string, fault: string, end: (postgres: Postgres) => void): Row {
  return {
    name,
    fault,
    async run(trial) {
      const gaps: Gap[] = [];
      const figures = await underLoad(trial, async ({ stage, load }) => {
        for (let round = 0; round < trial.rounds(5); round++) {
          const from = performance.now();
          const back = await stage.postgres.untilItIsBack(() => end(stage.postgres));
          gaps.push({ from, back });
          await load.answers(trial.enough);
        }
        return { gaps, longest: longestAnswer };
      });
      trial.requireRecovery(figures, 2_000);
      return figures;
    },
  };
}
