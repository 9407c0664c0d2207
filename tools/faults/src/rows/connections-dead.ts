import { join } from 'node:path';
import { TcpProxy } from '../stage/tcp-proxy.ts';
import { longestAnswer } from './database-ended.ts';
import { onStage, warmUp } from './on-stage.ts';
import type { Row } from './row.ts';

/** Milliseconds until the last failure. */
const longestOutage = 5_000;

/** Few enough not to find all dead connections at the same time. */
const clients = 8;

export const connectionsDead: Row = {
  name: 'connections-dead',
  fault: 'all connections to the database die without notice (packets are dropped), new ones work, under load',
  run: (trial) =>
    onStage(async (stage) => {
      const key = await stage.issueKey();
      const proxy = await TcpProxy.to(join(stage.postgres.socketDirectory, '.s.PGSQL.5432'));
      try {
        const place = { DATABASE_URL: `postgresql://petstore@127.0.0.1:${proxy.port}/petstore` };
        const { address } = await stage.start({}, place);
        // Opens the connections of the pool.
        await warmUp(trial, stage, { address, key }, 16 * clients);
        const load = stage.load([{ address, key }], clients);
        proxy.dropPackets();
        const from = performance.now();
        await load.answers(trial.enough);
        await load.end();
        const gaps = [{ from, back: from }];
        const figures = trial.figuresOf(load, await stage.judge({ address, key }), { gaps, longest: longestAnswer });
        trial.requireRecovery(figures, longestOutage);
        return figures;
      } finally {
        proxy.close();
      }
    }),
};
