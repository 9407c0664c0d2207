import { chownSync, cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryDirectory, removeTemporaryDirectory } from '@petstore/processes';
import { Postgres } from '../environment/postgres.ts';
import { TcpProxy } from '../environment/tcp-proxy.ts';
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
      const directory = createTemporaryDirectory();
      const { primary, standby } = await createPair(environment.postgres, directory);
      const proxy = await TcpProxy.start(socketOf(primary));
      try {
        const database = { DATABASE_URL: `postgresql://petstore@127.0.0.1:${proxy.port}/petstore` };
        const { address } = await environment.start({}, database);
        const load = environment.load([{ address, key }]);
        await load.waitForSuccesses(run.successesPerRound);
        const from = performance.now();
        await primary.kill();
        await standby.query('SELECT pg_promote()');
        proxy.redirectTo(socketOf(standby));
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
        proxy.close();
        await Promise.all([primary.stop(), standby.stop()]);
        removeTemporaryDirectory(directory);
      }
    }),
};

/** Stops the server and starts two copies of it: a primary and its synchronous standby. */
async function createPair(original: Postgres, directory: string): Promise<{ primary: Postgres; standby: Postgres }> {
  await original.stop();
  const [first, second] = [join(directory, 'primary'), join(directory, 'standby')] as const;
  for (const copy of [first, second]) copyData(original.data, copy);
  const signal = join(second, 'postgresql', 'standby.signal');
  writeFileSync(signal, '');
  copyOwner(original.data, signal);
  const primary = await Postgres.start(first, { synchronous_standby_names: '*' });
  const standby = await Postgres.start(second, {
    primary_conninfo: `host=${primary.socketDirectory} user=petstore application_name=standby`,
  });
  await primary.waitForRow(`SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`);
  return { primary, standby };
}

/** Copies the data directory with its owners into a new directory. */
function copyData(data: string, directory: string): void {
  mkdirSync(directory, { mode: 0o711 });
  const copy = join(directory, 'postgresql');
  cpSync(data, copy, { recursive: true });
  const names = readdirSync(copy, { recursive: true, encoding: 'utf8' });
  for (const path of [copy, ...names.map((name) => join(copy, name))]) copyOwner(data, path);
}

function copyOwner(data: string, path: string): void {
  const { uid, gid } = statSync(data);
  chownSync(path, uid, gid);
}

function socketOf({ socketDirectory }: Postgres): string {
  return join(socketDirectory, '.s.PGSQL.5432');
}
