import { parseArgs } from 'node:util';

export const usage = `npm run test:cluster -- [--list] [--upgrade DIRECTORY] [row …]

Runs PostgreSQL, Patroni, etcd, PgBouncer, HAProxy and two instances of the service on six hosts, which are namespaces of this machine,
and causes one fault per row under load. Needs root on Linux. Choose rows by name or by a part of the name.
  --list               list the rows
  --upgrade DIRECTORY  another minor version of PostgreSQL 15, in place of /usr/lib/postgresql/15, for the row minor-upgrade

PETSTORE_CLUSTER_CONFIGURATION=DIRECTORY uses a changed copy of deploy/cluster, for example to see what a setting changes.
`;

/** Parses the arguments. @throws Error if an option is unknown */
export function parseOptions(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { list: { type: 'boolean' }, help: { type: 'boolean' }, upgrade: { type: 'string' } },
  });
  return { ...values, names: positionals };
}
