#!/bin/sh
# pgpool-II in raw mode opens a transaction before the first INSERT with a parameter of each of its connections, and never ends it.
#
# Expected: one server, no replication, so an INSERT outside a transaction is committed when the client gets its answer.
# Seen: the client gets "INSERT 0 1", but the row is in a transaction that nobody has asked for. If the client ends, the row is gone. Only
# the status byte of ReadyForQuery tells it. It happens once for each connection between pgpool-II and PostgreSQL, and only in the extended
# protocol: psql never shows it, and a second try works. 31 of 202 acknowledged rows were lost in a service with a pool of connections.
#
# Needs Debian 12, npm, and root. Exits with 1 if the behaviour has changed.
set -eu
export LC_ALL=C.UTF-8
bin=/usr/lib/postgresql/15/bin
[ -x $bin/initdb ] && command -v pgpool > /dev/null ||
  apt-get install -y -qq --no-install-recommends postgresql-15 pgpool2 > /dev/null
folder=$(mktemp -d)
chown postgres "$folder"
cd "$folder"
as_postgres='setpriv --reuid=postgres --regid=postgres --clear-groups'
$as_postgres $bin/initdb -A trust -D data > init.log
$as_postgres $bin/postgres -D "$folder/data" -k "$folder" -c listen_addresses= > postgres.log 2>&1 &
postgres=$!
cat > pgpool.conf << END
listen_addresses = ''
pcp_listen_addresses = ''
socket_dir = '$folder'
pcp_socket_dir = '$folder'
wd_ipc_socket_dir = '$folder'
pid_file_name = '$folder/pid'
logdir = '$folder'
port = 9999
num_init_children = 1
backend_clustering_mode = 'raw'
backend_hostname0 = '$folder'
backend_port0 = 5432
END
touch pcp.conf hba.conf
until psql -qAt -h "$folder" -U postgres -c 'CREATE DATABASE store' 2> psql.log; do kill -0 $postgres && sleep 0.2; done
psql -q -h "$folder" -U postgres -c 'CREATE TABLE pets (name text)' store
$as_postgres pgpool -n -f pgpool.conf -F pcp.conf -a hba.conf > pgpool.log 2>&1 &
pgpool=$!
trap 'kill -INT $pgpool $postgres; wait; rm -rf "$folder"' EXIT
until [ -S .s.PGSQL.9999 ]; do kill -0 $pgpool && sleep 0.2; done
pgpool --version 2>&1
npm install --loglevel=error --no-audit --no-fund --ignore-scripts --prefix . pg@8.23.1 > npm.log
cat > insert.mjs << 'END'
import pg from 'pg';

const host = process.cwd();
const open = async (port) => {
  const client = new pg.Client({ host, port, user: 'postgres', database: 'store' });
  await client.connect();
  return client;
};
const server = await open(5432);
for (const name of ['first', 'second']) {
  const client = await open(9999);
  const { command, rowCount } = await client.query('INSERT INTO pets VALUES ($1)', [name]);
  const status = client.getTransactionStatus();
  await client.end();
  const { rows } = await server.query('SELECT FROM pets WHERE name = $1', [name]);
  console.log(`${name}: ${command} ${rowCount}, transaction status ${status}, then stored ${rows.length}`);
}
await server.end();
END
node insert.mjs | tee seen
cat > expected << 'END'
first: INSERT 1, transaction status T, then stored 0
second: INSERT 1, transaction status I, then stored 1
END
diff expected seen
