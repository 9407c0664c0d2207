import type { DataSource } from 'typeorm';
import { createDataSource } from '../connection/data-source.ts';
import { DatabaseUnavailable, OutcomeUnknown, translate } from './database.errors.ts';
import type { DatabaseLimits } from '../connection/database-limits.ts';
import {
  brokenResponses,
  connectDatabase,
  fromPooler,
  type Replacement,
  useProxiedDatabase,
} from '../testing/index.ts';

const limits: DatabaseLimits = { poolSize: 1, connectTimeout: 30_000, statementTimeout: 30_000 };

const database = useProxiedDatabase([], ['notes'], limits);

beforeAll(() => database.direct.query('CREATE TABLE notes (id int)'));

const count = async () => (await database.direct.query<{ count: string }[]>('SELECT count(*) FROM notes'))[0]!.count;

const insert = (id = 1, source = database.source) => source.query(`INSERT INTO notes VALUES (${id})`);

async function backend(source: DataSource): Promise<number> {
  return (await source.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid'))[0]!.pid;
}

async function expectUnknownOutcome(fault: Replacement, source = database.source): Promise<void> {
  const before = await backend(source);
  database.proxy.replaceNext('INSERT', fault);
  await expect(insert(1, source).catch(translate('change'))).rejects.toThrow(OutcomeUnknown);
  expect(await backend(source)).not.toBe(before);
  expect(await count()).toBe('1');
  database.proxy.replaceNext('INSERT', fault);
  await expect(insert(1, source).catch(translate('read'))).rejects.toThrow(DatabaseUnavailable);
}

it.each(Object.entries(brokenResponses))(
  'after the commit, %s is an unknown outcome and closes the connection',
  async (_, fault) => expectUnknownOutcome(fault),
);

it('after the commit, no response within the time limit is an unknown outcome and closes the connection', async () => {
  const impatient = await connectDatabase(database.proxy.url, [], { ...limits, statementTimeout: 1_000 });
  await expectUnknownOutcome({ bytes: Buffer.alloc(0), then: 'silent' }, impatient);
  await impatient.destroy();
});

it('a statement that got an ERROR has no effect, whether a temporary failure or its own data caused the ERROR', async () => {
  database.proxy.replaceNext('INSERT', fromPooler('ERROR', '53100'));
  await expect(insert().catch(translate('change'))).rejects.toThrow(DatabaseUnavailable);
  await database.direct.query('ALTER TABLE notes ADD CONSTRAINT positive CHECK (id > 0)');
  await expect(insert(0).catch(translate('change'))).rejects.toMatchObject({ code: '23514' });
  await database.direct.query('ALTER TABLE notes DROP CONSTRAINT positive');
});

it.each(['20000', '21000', '2F005', '38000', '3F000', '42501', '44000', '54000', '55000', 'P0001'])(
  'a change that PostgreSQL refuses with %s has no effect, is no lost connection, and leaves the connection open',
  async (code) => {
    const before = await backend(database.source);
    const raise = `DO $$ BEGIN INSERT INTO notes VALUES (1); RAISE 'refused' USING ERRCODE = '${code}'; END $$`;
    await expect(database.source.query(raise).catch(translate('change'))).rejects.toMatchObject({ code });
    expect([await count(), await backend(database.source)]).toEqual(['0', before]);
  },
);

it('a text that is too long for an index is refused, and is no lost connection', async () => {
  await database.direct.query('CREATE TABLE names (name text PRIMARY KEY)');
  const name = "(SELECT string_agg(md5(n::text), '') FROM generate_series(1, 999) AS n)";
  const inserting = database.source.query(`INSERT INTO names SELECT ${name}`).catch(translate('change'));
  await expect(inserting).rejects.toMatchObject({ code: '54000' });
});

it('treats a statement that got no connection as not sent', async () => {
  const other = await createDataSource(database.proxy.url, [], limits);
  const add = () => other.query('INSERT INTO notes VALUES (1)').catch(translate('change'));
  await expect(add()).rejects.toThrow(DatabaseUnavailable);
  await other.initialize();
  // Ends the only connection, so that the next statement opens another one, and gets a damaged message.
  await expect(other.query('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toThrow();
  database.proxy.replace = () => brokenResponses['a damaged message'];
  await expect(add()).rejects.toThrow(DatabaseUnavailable);
  database.proxy.replace = () => undefined;
  await other.destroy();
});
