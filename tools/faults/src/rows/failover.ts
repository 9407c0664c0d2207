import { FailoverPair } from '../environment/failover-pair.ts';
import { withEnvironment } from '../environment/with-environment.ts';
import { maxResponseTime } from './database-ended.ts';
import type { Row } from './row.ts';

/** Maximum milliseconds from the kill of the primary to the last failure. The proxy redirects without a delay. */
const maxOutage = 5_000;

export const failover: Row = {
  name: 'failover',
  fault: 'the primary is killed, its synchronous standby is promoted, and the address is moved to it, under load',
  execute: (run) =>
    withEnvironment(async (environment) => {
      const key = await environment.issueKey();
      const pair = await FailoverPair.replace(environment.postgres);
      try {
        const { address } = await environment.start({}, pair.database);
        const load = environment.load([{ address, key }]);
        await load.waitForSuccesses(run.successesPerRound);
        const from = performance.now();
        await pair.failOver();
        const to = performance.now();
        await load.waitForSuccesses(run.successesPerRound);
        await load.end();
        const verdict = await environment.verify({ address, key });
        const figures = run.figuresOf(load, verdict, { outages: [{ from, to }], longest: maxResponseTime });
        run.requireRecovery(figures, 1_000);
        const outage = to - from + (figures.recovery ?? 0);
        run.require(outage <= maxOutage, `the outage took ${Math.round(outage)} ms`);
        run.note(`outage: ${Math.round(outage)} ms from the kill, promotion included`);
        return figures;
      } finally {
        await pair.destroy();
      }
    }),
};
