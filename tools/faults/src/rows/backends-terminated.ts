import type { Outage } from '../fault-run.ts';
import { maxResponseTime } from './database-ended.ts';
import type { Row } from './row.ts';
import { underLoad } from './under-load.ts';

export const backendsTerminated: Row = {
  name: 'backends-terminated',
  fault: "the service's connections are ended by the database (pg_terminate_backend), while busy and while idle",
  async execute(run) {
    const outages: Outage[] = [];
    const figures = await underLoad(run, async ({ environment, load }) => {
      for (let round = 0; round < run.rounds(20); round++) {
        const from = performance.now();
        await environment.postgres.terminateConnections();
        outages.push({ from, to: performance.now() });
        await load.waitForSuccesses(run.successesPerRound);
      }
      return { outages, longest: maxResponseTime };
    });
    run.requireRecovery(figures, 1_000);
    return figures;
  },
};
