import { CursorGone } from '@petstore/kernel';
import { TypeOrmTransactions } from '@petstore/database';
import {
  connectDatabase,
  createTestDatabase,
  PostgresServer,
  Processes,
  Proxy,
  until,
  useTestDatabase,
} from '@petstore/database/testing';
import type { DataSource } from 'typeorm';
import { Deliveries } from './deliveries.ts';
import { EventDelivery } from './event-delivery.ts';
import { appendEvent, eventsPersistence, TypeOrmEventLog } from './typeorm-event-log.ts';
import type { Attempt } from './webhook-receiver.ts';

const database = useTestDatabase([eventsPersistence], 'event_outbox', 'events', 'deliveries');

/** A program that delivers to a receiver until the test stops it. */
function startProgram(source: DataSource, outcome: 'delivered' | 'failed') {
  const stop = new AbortController();
  const arrived: string[] = [];
  const messages: string[] = [];
  const delivery = new EventDelivery({
    name: 'receiver',
    log: new TypeOrmEventLog(source),
    deliveries: new Deliveries(source),
    async send({ id }): Promise<Attempt> {
      arrived.push(id);
      return outcome === 'delivered' ? { outcome } : { outcome, reason: 'status 500', retryAfter: 0 };
    },
    types: null,
    report: (message) => messages.push(message),
  });
  const running = delivery.run(stop.signal);
  running.catch(() => undefined);
  const end = async () => {
    stop.abort();
    await running;
  };
  return { delivery, arrived, messages, end };
}

const append = (source: DataSource, petId: number) =>
  new TypeOrmTransactions(source).run((transaction) =>
    appendEvent({ type: 'pet.updated', petId: String(petId), actor: 'key_1', data: {} }, transaction),
  );

it.each([
  ['as the database has it', 0],
  ['an hour behind', -3_600_000],
  ['an hour ahead', 3_600_000],
])('has the age of the event by the clock of the database as its lag, with a local time %s', async (_, difference) => {
  const { source } = database;
  await new Deliveries(source).add({ name: 'receiver', place: null, types: null });
  await source.query(
    `INSERT INTO event_outbox (type, pet_id, actor, data, time)
     VALUES ('pet.updated', 1, 'key_1', '{}', clock_timestamp() - interval '10 minutes')`,
  );
  const { now } = Date;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + difference);
  const program = startProgram(source, 'failed');
  await until(() => program.messages.some((message) => message.includes('was not delivered')));
  expect(program.delivery.lag).toBeGreaterThanOrEqual(600);
  expect(program.delivery.lag).toBeLessThan(1_200);
  await program.end();
});

describe('when the database is replaced by', () => {
  const processes = new Processes();
  let server: PostgresServer;
  let name: string;
  let source: DataSource;
  let proxy: Proxy;

  beforeAll(async () => {
    server = await PostgresServer.start(processes);
  });

  beforeEach(async () => {
    const { url, open } = await createTestDatabase(server.url);
    name = /test_\w+/.exec(url)![0];
    await (await open([eventsPersistence])).destroy();
    proxy = await Proxy.start(url);
    source = await connectDatabase(proxy.url, [eventsPersistence]);
  });

  afterEach(async () => {
    await source.destroy();
    proxy.close();
  });

  afterAll(() => processes.end());

  const tables = ['events', 'event_outbox', 'deliveries'];

  /** Puts the copy in the place of the database. */
  type Replace = () => Promise<void>;

  /** Creates a server with a dump of these tables. */
  async function restoreDump(dumped: readonly string[]): Promise<Replace> {
    const other = await PostgresServer.start(processes);
    const { url, open } = await createTestDatabase(other.url);
    await (await open([eventsPersistence])).destroy();
    await other.query(`ALTER DATABASE ${/test_\w+/.exec(url)![0]} RENAME TO ${name}`);
    for (const table of dumped) {
      const [dump] = await server.query<{ rows: string }>(`SELECT json_agg(t)::text AS rows FROM ${table} t`, [], name);
      const rows = `OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1)`;
      await other.query(`INSERT INTO ${table} ${rows}`, [dump!.rows], name);
    }
    return async () => proxy.redirect(other.urlOf(name));
  }

  /** Ends all connections to the database for this statement. */
  async function alone(statement: string): Promise<void> {
    await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await server.query(`SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = '${name}'`);
    await server.query(statement);
  }

  async function copyFromTemplate(): Promise<Replace> {
    await alone(`CREATE DATABASE ${name}_copy TEMPLATE ${name}`);
    await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    return async () => {
      await alone(`ALTER DATABASE ${name} RENAME TO ${name}_before`);
      await server.query(`ALTER DATABASE ${name}_copy RENAME TO ${name}`);
    };
  }

  async function copyFiles(): Promise<Replace> {
    const copy = await server.startCopy();
    return async () => proxy.redirect(copy.urlOf(name));
  }

  async function promoteStandby(): Promise<Replace> {
    const standby = await server.startStandby();
    await standby.promote();
    return async () => proxy.redirect(standby.urlOf(name));
  }

  it.each<[string, () => Promise<Replace>, again: number[]]>([
    ['an older copy of its files', copyFiles, [4]],
    ['a standby that has not replicated the last event', promoteStandby, [4]],
    ['an older copy that TEMPLATE has made', copyFromTemplate, [4]],
    ['an older dump on another server', () => restoreDump(tables), [4]],
    ['an older dump without the place', () => restoreDump(['events', 'event_outbox']), [1, 2, 4]],
  ])('%s, it skips no event, and the place of a lost event is gone', async (_, copy, again) => {
    const log = new TypeOrmEventLog(source);
    await new Deliveries(source).add({ name: 'receiver', place: null, types: null });
    const program = startProgram(source, 'delivered');
    const delivered = (count: number) => until(() => program.arrived.length >= count);
    for (const petId of [1, 2]) await append(source, petId);
    await delivered(2);
    const kept = await log.latest();
    const placeOf = async () => (await new Deliveries(source).find('receiver'))!.place;
    await until(async () => (await placeOf()) === kept);
    const replace = await copy();
    await until(() =>
      append(source, 3).then(
        () => true,
        () => false,
      ),
    );
    await delivered(3);
    const lost = await until(() => log.latest().catch(() => undefined));
    await until(async () => (await placeOf()) === lost);

    await replace();
    await until(() =>
      append(source, 4).then(
        () => true,
        () => false,
      ),
    );
    await expect(log.read({ after: lost, limit: 9 })).rejects.toThrow(CursorGone);
    expect((await log.read({ after: kept, limit: 9 })).events.map(({ petId }) => petId)).toEqual(['4']);
    const { events } = await log.read({ limit: 9 });
    const idOf = (petId: number) => events.find((event) => event.petId === String(petId))!.id;
    await delivered(3 + again.length);
    await program.end();
    expect(program.arrived.slice(3)).toEqual(again.map(idOf));
    expect(program.arrived.slice(0, 2)).toEqual([1, 2].map(idOf));
  });
});
