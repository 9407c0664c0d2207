import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, PostgresServer, Proxy } from '@petstore/database/testing';
import { Client } from '../support/client.ts';
import { combination, debianVersion } from '../support/combination.ts';
import { startProxy } from '../support/proxies.ts';
import { issueKey, listenService, petstore, processes, runService, startService } from '../support/test-file.ts';

/** Chains of requests of each combination. */
const chainCount = 200;
const clientCount = 8;

/** A primary, its standby, and a server that knows nothing of them. */
let primary: PostgresServer;
let standby: PostgresServer;
let stranger: PostgresServer;

/** As `relaxed` of test-file.ts. PgBouncer ignores the settings that the service sends. */
const timeouts = { statement_timeout: 20_000, lock_timeout: 18_000, idle_in_transaction_session_timeout: 20_000 };

beforeAll(async () => {
  primary = await PostgresServer.start(processes, {}, await freePort());
  stranger = await PostgresServer.start(processes, {}, await freePort());
  expect(await petstore({ DATABASE_URL: primary.url }, 'migrate')).toMatchObject({ exitCode: 0 });
  expect(await petstore({ DATABASE_URL: stranger.url }, 'migrate')).toMatchObject({ exitCode: 0 });
  for (const [name, value] of Object.entries(timeouts))
    await primary.query(`ALTER ROLE petstore SET ${name} = ${value}`);
  standby = await primary.startStandby();
});

const portOf = ({ url }: PostgresServer) => new URL(url).port;
const urlOf = (port: number) => `postgresql://petstore@127.0.0.1:${port}/petstore?sslmode=disable`;

function write(file: string, lines: readonly string[]): string {
  const path = join(processes.directory, file);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** @returns the URL of the database through pgpool-II @param lines of pgpool.conf */
async function startPgpool(mode: string, servers: readonly PostgresServer[], ...lines: string[]): Promise<string> {
  const [port, controlPort] = [await freePort(), await freePort()];
  const folder = join(processes.directory, `pgpool-${port}`);
  mkdirSync(folder);
  const file = write(`pgpool-${port}/pgpool.conf`, [
    "listen_addresses = '127.0.0.1'",
    `port = ${port}`,
    `pcp_port = ${controlPort}`,
    ...['socket_dir', 'pcp_socket_dir', 'wd_ipc_socket_dir', 'logdir'].map((name) => `${name} = '${folder}'`),
    `pid_file_name = '${folder}/pid'`,
    `backend_clustering_mode = '${mode}'`,
    ...servers.flatMap((server, index) => [
      `backend_hostname${index} = '127.0.0.1'`,
      `backend_port${index} = ${portOf(server)}`,
      `backend_weight${index} = 1`,
    ]),
    "sr_check_user = 'petstore'",
    "sr_check_database = 'petstore'",
    ...lines,
  ]);
  const [hba, control] = [write(`pgpool-${port}/pool_hba.conf`, []), write(`pgpool-${port}/pcp.conf`, [])];
  await startProxy(processes, 'pgpool', ['-n', '-f', file, '-F', control, '-a', hba], port);
  return urlOf(port);
}

/** @returns the URL of the database through PgBouncer */
async function startPgBouncer(mode: string): Promise<string> {
  const port = await freePort();
  const users = write(`pgbouncer-${port}.txt`, ['"petstore" ""']);
  const file = write(`pgbouncer-${port}.ini`, [
    '[databases]',
    `petstore = host=127.0.0.1 port=${portOf(primary)}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${users}`,
    `pool_mode = ${mode}`,
    'ignore_startup_parameters = extra_float_digits, options',
  ]);
  // Root may not run it.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  await startProxy(processes, 'pgbouncer', [...user, file], port);
  return urlOf(port);
}

/** @returns the URL of the database through HAProxy */
async function startTcpHaproxy(): Promise<string> {
  const port = await freePort();
  const times = ['connect 5s', 'client 1h', 'server 1h'].map((time) => `  timeout ${time}`);
  const file = write(`haproxy-${port}.cfg`, [
    ...['defaults', '  mode tcp', ...times, 'listen postgresql', `  bind 127.0.0.1:${port}`],
    `  server primary 127.0.0.1:${portOf(primary)}`,
  ]);
  await startProxy(processes, 'haproxy', ['-f', file], port);
  return urlOf(port);
}

interface Seen {
  /** Changes that were acknowledged. */
  acknowledged: number;
  /** Changes that were answered `outcome_unknown`. */
  unknown: number;
  /** Changes that a read after their acknowledgement, or the primary afterwards, does not have. */
  missing: number;
}

/** Creates, reads, updates and orders an animal, and reads its events. Stops at the first change that is not acknowledged. */
async function chain(client: Client, number: number, seen: Seen, ids: string[]): Promise<void> {
  const isAcknowledged = (status: number, code: string) => {
    if (code === 'outcome_unknown') seen.unknown += 1;
    if (status < 200 || status > 299) return false;
    seen.acknowledged += 1;
    return true;
  };
  const path = (id: string) => `/v1/pets/${id}`;
  const created = await client.post('/v1/pets', { name: `chain ${number}`, categoryId: number });
  if (!isAcknowledged(created.status, created.code)) return;
  const id = /"id":\s*(\d+)/.exec(created.text)![1]!;
  ids.push(id);
  const read = await client.get(path(id));
  if (read.status === 404 || (read.status === 200 && !read.text.includes(`"chain ${number}"`))) seen.missing += 1;
  const change = JSON.stringify({ categoryId: number + 1 });
  const updated = await client.send('PATCH', path(id), change, { 'If-Match': String(read.headers.etag) });
  if (!isAcknowledged(updated.status, updated.code)) return;
  const ordered = await client.send('POST', '/v1/store/orders', `{"petId": ${id}}`);
  if (!isAcknowledged(ordered.status, ordered.code)) return;
  const events = await client.get(`/v1/events?petId=${id}&start=oldest`);
  const types = ['pet.created', 'pet.updated', 'order.placed'];
  if (events.status === 200) seen.missing += types.filter((type) => !events.text.includes(type)).length;
}

/** Runs the chains, and compares what was acknowledged with the tables of the primary. @throws Error if something is missing */
async function runChains(client: () => Client): Promise<Seen> {
  const seen: Seen = { acknowledged: 0, unknown: 0, missing: 0 };
  const ids: string[] = [];
  let number = 0;
  const run = async () => {
    const own = client();
    while (number < chainCount) await chain(own, ++number, seen, ids);
  };
  await Promise.all(Array.from({ length: clientCount }, run));
  const [stored] = await primary.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM pets WHERE id = ANY ($1::bigint[])',
    [ids],
  );
  seen.missing += ids.length - stored!.count;
  expect(seen.missing).toBe(0);
  return seen;
}

interface Pooler {
  readonly program: string;
  /** The package of Debian. */
  readonly name: string;
  readonly needs?: string;
  /** The line of the refusal; without it, the pooler works. */
  readonly refusal?: RegExp;
  /** Whether the service waits until the pooler accepts it, and does not end. */
  readonly isWaiting?: boolean;
  /** @returns the URL of the database through the pooler */
  start(): Promise<string>;
}

const both = () => [primary, standby];

const poolers: Pooler[] = [
  {
    program: 'PgBouncer, session mode',
    name: 'pgbouncer',
    needs: '`ignore_startup_parameters`, and the timeouts of the role',
    start: () => startPgBouncer('session'),
  },
  {
    program: 'PgBouncer, transaction mode',
    name: 'pgbouncer',
    needs: '`ignore_startup_parameters`, and the timeouts of the role',
    start: () => startPgBouncer('transaction'),
  },
  {
    program: 'PgBouncer, statement mode',
    name: 'pgbouncer',
    isWaiting: true,
    refusal: /transaction blocks not allowed in statement pooling mode/,
    start: () => startPgBouncer('statement'),
  },
  {
    program: 'pgpool-II, streaming_replication, load_balance_mode off',
    name: 'pgpool2',
    needs: '`load_balance_mode = off`',
    start: () => startPgpool('streaming_replication', both(), 'load_balance_mode = off'),
  },
  {
    program: 'pgpool-II, streaming_replication',
    name: 'pgpool2',
    refusal: /sends reads to another server/,
    start: () => startPgpool('streaming_replication', both()),
  },
  {
    program: 'pgpool-II, streaming_replication, statement_level_load_balance',
    name: 'pgpool2',
    refusal: /sends reads to another server/,
    start: () => startPgpool('streaming_replication', both(), 'statement_level_load_balance = on'),
  },
  {
    program: 'pgpool-II, logical_replication',
    name: 'pgpool2',
    refusal: /sends reads to another server/,
    start: () => startPgpool('logical_replication', [primary, stranger]),
  },
  {
    program: 'pgpool-II, native_replication',
    name: 'pgpool2',
    refusal: /sends reads to another server/,
    start: () => startPgpool('native_replication', [primary, stranger]),
  },
  {
    program: 'pgpool-II, snapshot_isolation',
    name: 'pgpool2',
    refusal: /sends reads to another server|begins or ends transactions/,
    start: () => startPgpool('snapshot_isolation', [primary, stranger]),
  },
  {
    program: 'pgpool-II, raw',
    name: 'pgpool2',
    refusal: /begins or ends transactions/,
    start: () => startPgpool('raw', [primary]),
  },
  { program: 'HAProxy, mode tcp', name: 'haproxy', start: startTcpHaproxy },
];

const text = ({ acknowledged, unknown, missing }: Seen) =>
  `${acknowledged} changes acknowledged, ${unknown} outcome_unknown, ${missing} missing`;

for (const { program, name, needs = '', refusal, isWaiting, start } of poolers) {
  const version = () => debianVersion(name);
  if (!refusal) {
    const holds = `${chainCount} chains of create, get, update, order and events: nothing acknowledged is missing`;
    combination({ section: 'poolers', program, version, holds, needs }, async () => {
      const location = { DATABASE_URL: await start() };
      const service = await startService({ ...location, BETA: 'on' });
      const key = await issueKey(location);
      const seen = await runChains(() => new Client(service, key));
      expect(seen).toMatchObject({ acknowledged: 3 * chainCount, unknown: 0 });
      expect(await service.end('SIGTERM')).toBe(0);
      return text(seen);
    });
    continue;
  }
  combination(
    { section: 'poolers', program, version, holds: 'refused by one line of the service and of `petstore`' },
    async () => {
      const location = { DATABASE_URL: await start() };
      const line: unknown = expect.stringMatching(refusal);
      expect(await petstore(location, 'keys', 'list')).toMatchObject({ exitCode: 1, stderr: line });
      if (!isWaiting) return expect(await runService(location)).toMatchObject({ exitCode: 1, stderr: line });
      const service = await listenService(location);
      await processes.until(() => service.log.some(({ msg }) => refusal.test(msg)));
      expect(await service.status('/health/ready')).toBe(503);
    },
  );
}

for (const [mode, servers] of [
  ['raw', () => [primary]],
  ['streaming_replication', both],
] as const)
  combination(
    {
      section: 'poolers',
      program: `pgpool-II, ${mode}, after the start`,
      version: () => debianVersion('pgpool2'),
      holds: `if it comes between only after the start, nothing acknowledged is missing in ${chainCount} chains`,
    },
    async () => {
      const proxy = await Proxy.start(primary.url);
      const service = await startService({ DATABASE_URL: proxy.url, BETA: 'on' });
      const key = await issueKey({ DATABASE_URL: primary.url });
      proxy.redirect(await startPgpool(mode, servers()));
      const seen = await runChains(() => new Client(service, key));
      await service.end('SIGTERM');
      proxy.close();
      return text(seen);
    },
  );
