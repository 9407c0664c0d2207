import { relaxedTimeouts } from '@petstore/processes';
import type { Outage } from '../fault-run.ts';
import type { Row } from './row.ts';
import { underLoad } from './under-load.ts';

export const serviceKilled: Row = {
  name: 'service-killed',
  fault: 'the service is killed (SIGKILL) and restarted, under load',
  async execute(run) {
    const outages: Outage[] = [];
    const figures = await underLoad(
      run,
      async ({ instance, load }) => {
        for (let round = 0; round < run.rounds(5); round++) {
          const from = performance.now();
          await instance.end('SIGKILL');
          await instance.restart();
          outages.push({ from, to: performance.now() });
          await load.waitForSuccesses(run.successesPerRound);
        }
        return { outages };
      },
      relaxedTimeouts,
    );
    run.requireRecovery(figures, 1_000);
    return figures;
  },
};
