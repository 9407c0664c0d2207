import { patientLimits } from '@petstore/processes';
import type { Gap } from '../trial.ts';
import { underLoad } from './on-stage.ts';
import type { Row } from './row.ts';

export const serviceKilled: Row = {
  name: 'service-killed',
  fault: 'the service is killed (SIGKILL) and started again, under load',
  async run(trial) {
    const gaps: Gap[] = [];
    const figures = await underLoad(
      trial,
      async ({ instance, load }) => {
        for (let round = 0; round < trial.rounds(5); round++) {
          const from = performance.now();
          await instance.end('SIGKILL');
          await instance.startAgain();
          gaps.push({ from, back: performance.now() });
          await load.answers(trial.enough);
        }
        return { gaps };
      },
      patientLimits,
    );
    trial.requireRecovery(figures, 1_000);
    return figures;
  },
};
