import { chownSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../stage/folder.ts';
import { Postgres } from '../stage/postgres.ts';
import { TcpProxy } from '../stage/tcp-proxy.ts';
import { longestAnswer } from './database-ended.ts';
import { onStage } from './on-stage.ts';
import type { Row } from './row.ts';

/** Milliseconds from the primary's end until all is well on the other: what a floating address takes comes on top. */
const longestOutage = 5_000;

export const failover: Row = {
  name: 'failover',
  fault: 'the primary is killed for good, its synchronous standby promoted, and the address led to it, under load',
  run: (trial) =>
    onStage(async (stage) => {
      const key = await stage.issueKey();
      const folder = temporaryFolder();
      const { primary, standby } = await pair(stage.postgres, folder);
      const proxy = await TcpProxy.to(socketOf(primary));
      try {
        const place = { DATABASE_URL: `postgresql://petstore@127.0.0.1:${proxy.port}/petstore` };
        const { address } = await stage.start({}, place);
        const load = stage.load([{ address, key }]);
        await load.answers(trial.enough);
        const from = performance.now();
        await primary.killForGood();
        await standby.query('SELECT pg_promote()');
        proxy.leadTo(socketOf(standby));
        const back = performance.now();
        await load.answers(trial.enough);
        await load.end();
        const verdict = await stage.judge({ address, key });
        const figures = trial.figuresOf(load, verdict, { gaps: [{ from, back }], longest: longestAnswer });
        trial.requireRecovery(figures, 1_000);
        const outage = back - from + (figures.recovery ?? 0);
        trial.require(outage <= longestOutage, `the outage took ${Math.round(outage)} ms`);
        trial.note(`outage from the kill on: ${Math.round(outage)} ms, promotion included`);
        return figures;
      } finally {
        proxy.close();
        await Promise.all([primary.stop(), standby.stop()]);
        rmSync(folder, { recursive: true, force: true });
      }
    }),
};

/** Two copies of the stopped server: a primary that waits for its standby, and that. */
async function pair(stopped: Postgres, folder: string): Promise<{ primary: Postgres; standby: Postgres }> {
  await stopped.stop();
  const [first, second] = [join(folder, 'primary'), join(folder, 'standby')] as const;
  for (const directory of [first, second]) copyData(stopped.data, directory);
  const signal = join(second, 'postgresql', 'standby.signal');
  writeFileSync(signal, '');
  belongTo(stopped.data, signal);
  const primary = await Postgres.start(first, { synchronous_standby_names: '*' });
  const standby = await Postgres.start(second, {
    primary_conninfo: `host=${primary.socketDirectory} user=petstore application_name=standby`,
  });
  const synchronous = `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`;
  while ((await primary.query(synchronous)).length === 0);
  return { primary, standby };
}

function copyData(data: string, directory: string): void {
  mkdirSync(directory, { mode: 0o711 });
  const copy = join(directory, 'postgresql');
  cpSync(data, copy, { recursive: true });
  const names = readdirSync(copy, { recursive: true, encoding: 'utf8' });
  for (const path of [copy, ...names.map((name) => join(copy, name))]) belongTo(data, path);
}

function belongTo(data: string, path: string): void {
  const { uid, gid } = statSync(data);
  chownSync(path, uid, gid);
}

function socketOf({ socketDirectory }: Postgres): string {
  return join(socketDirectory, '.s.PGSQL.5432');
}
