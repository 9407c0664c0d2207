import type { Gap } from '../trial.ts';
import { longestAnswer } from './database-ended.ts';
import { underLoad } from './on-stage.ts';
import type { Row } from './row.ts';

export const backendsTerminated: Row = {
  name: 'backends-terminated',
  fault: "the service's connections are ended by the database (pg_terminate_backend), while busy and while idle",
  async run(trial) {
    const gaps: Gap[] = [];
    const figures = await underLoad(trial, async ({ stage, load }) => {
      for (let round = 0; round < trial.rounds(20); round++) {
        const from = performance.now();
        await stage.postgres.cutConnections();
        gaps.push({ from, back: performance.now() });
        await load.answers(trial.enough);
      }
      return { gaps, longest: longestAnswer };
    });
    trial.requireRecovery(figures, 1_000);
    return figures;
  },
};
