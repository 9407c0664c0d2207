import { join } from 'node:path';
import { TcpProxy } from '../environment/tcp-proxy.ts';
import { withEnvironment } from '../environment/with-environment.ts';
import { maxResponseTime } from './database-ended.ts';
import type { Row } from './row.ts';
import { warmUp } from './under-load.ts';

/** Maximum milliseconds from the fault to the last failure. */
const maxOutage = 5_000;

/** Fewer than the connections of the pool, so that the clients do not use all dead connections at the same time. */
const clients = 8;

export const connectionsDead: Row = {
  name: 'connections-dead',
  fault: 'all open connections to the database drop packets, new ones work, under load',
  execute: (run) =>
    withEnvironment(async (environment) => {
      const key = await environment.issueKey();
      const proxy = await TcpProxy.start(join(environment.postgres.socketDirectory, '.s.PGSQL.5432'));
      try {
        const database = { DATABASE_URL: `postgresql://petstore@127.0.0.1:${proxy.port}/petstore` };
        const { address } = await environment.start({}, database);
        // Enough clients to open all connections of the pool.
        await warmUp(run, environment, { address, key }, 16 * clients);
        const load = environment.load([{ address, key }], clients);
        proxy.dropPackets();
        const from = performance.now();
        await load.waitForSuccesses(run.successesPerRound);
        await load.end();
        const outages = [{ from, to: from }];
        const figures = run.figuresOf(load, await environment.verify({ address, key }), {
          outages,
          longest: maxResponseTime,
        });
        run.requireRecovery(figures, maxOutage);
        return figures;
      } finally {
        proxy.close();
      }
    }),
};
