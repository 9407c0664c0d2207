#!/bin/sh
# pglite-socket accepts several connections to one PGlite, and all of them are one session of PostgreSQL. So two clients hold one exclusive
# advisory lock at the same time, which programs use to let only one of them migrate. The notification of a channel goes to the client
# that sends it, and not to the one that listens. A named prepared statement and a setting of one client are those of all others.
# Its README says only that a multiplexer shares the connection, and that not all cases might be covered.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --loglevel=error --no-audit --no-fund --ignore-scripts --prefix . @electric-sql/pglite@0.5.14 \
  @electric-sql/pglite-socket@0.2.17 pg@8.23.1 >npm.log
cat >clients.mjs <<'SCRIPT'
import { once } from 'node:events';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import pg from 'pg';

const db = await PGlite.create();
// A socket in the temporary folder.
const server = new PGLiteSocketServer({ db, path: join(process.cwd(), '.s.PGSQL.5432'), maxConnections: 2 });
await server.start();
const connect = async () => {
  const client = new pg.Client({ host: process.cwd(), user: 'postgres', database: 'postgres', password: 'postgres' });
  await client.connect();
  return client;
};
const [first, second] = [await connect(), await connect()];
const value = async (client, query) => Object.values((await client.query(query)).rows[0])[0];

console.log((await value(first, 'SELECT version()')).replace(/ on .*/, ''));
await first.query('SELECT pg_advisory_lock(1)');
console.log(`the second client gets the lock that the first one holds: ${await value(second, 'SELECT pg_try_advisory_lock(1)')}`);

await second.query('LISTEN news');
const notified = Promise.race([
  once(first, 'notification').then(() => 'the first, which has sent it'),
  once(second, 'notification').then(() => 'the second, which listens'),
]);
await first.query('NOTIFY news');
console.log(`the notification goes to: ${await notified}`);

await first.query("SET TimeZone = 'Asia/Tokyo'");
console.log(`the time zone that the first one has set, at the second one: ${await value(second, 'SHOW TimeZone')}`);

await first.query({ name: 'one', text: 'SELECT 1' });
const answer = second.query({ name: 'one', text: 'SELECT 1' }).then(() => 'executed', ({ message }) => message);
console.log(`the same named statement at the second one: ${await answer}`);
process.exit();
SCRIPT
node clients.mjs | tee seen
cat >expected <<'SEEN'
PostgreSQL 18.6 (PGlite 0.5.14)
the second client gets the lock that the first one holds: true
the notification goes to: the first, which has sent it
the time zone that the first one has set, at the second one: Asia/Tokyo
the same named statement at the second one: prepared statement "one" already exists
SEEN
diff expected seen
