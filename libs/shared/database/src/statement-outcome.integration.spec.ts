import type { DataSource } from 'typeorm';
import { createDataSource } from './data-source.ts';
import { DatabaseUnavailable, OutcomeUnknown, translate } from './database.errors.ts';
import type { DatabaseLimits } from './database-limits.ts';
import {
  createTestDatabase,
  errorResponse,
  readyForQuery,
  Proxy,
  messageOf,
  type Replacement,
  type TestDatabase,
} from './testing/index.ts';

const limits: DatabaseLimits = { poolSize: 1, connectTimeout: 30_000, statementTimeout: 30_000 };

let database: TestDatabase;
let proxy: Proxy;
let dataSource: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await Proxy.start(database.url);
  dataSource = await (await createDataSource(proxy.url, [], limits)).initialize();
  await dataSource.query('CREATE TABLE notes (id int)');
});

beforeEach(() => dataSource.query('TRUNCATE notes'));

afterAll(async () => {
  await dataSource.destroy();
  proxy.close();
  await database.drop();
});

const count = async () => (await dataSource.query<{ count: string }[]>('SELECT count(*) FROM notes'))[0]!.count;

const none = Buffer.alloc(0);
/** A RowDescription that announces 9 columns and contains none. */
const damaged = messageOf('T', '\0\x09\0\0');
/** A message of a type that the protocol does not have. */
const garbage = Buffer.from('\x01\0\0\0\x08\0\0\0\0');

function fromPooler(severity: string, code: string): Replacement {
  return {
    bytes: Buffer.concat([errorResponse(severity, code, 'server connection lost'), readyForQuery]),
    then: 'open',
  };
}

const faults: Record<string, Replacement> = {
  'PANIC 53100': { bytes: errorResponse('PANIC', '53100', 'no space left on device'), then: 'ended' },
  'FATAL 57P01': { bytes: errorResponse('FATAL', '57P01', 'terminating connection'), then: 'ended' },
  'a translated FATAL 57P01': { bytes: errorResponse('FATALE', '57P01', 'interruzione'), then: 'ended' },
  'FATAL 57P01 and a reset': { bytes: errorResponse('FATAL', '57P01', 'terminating connection'), then: 'reset' },
  'ERROR 08006 of a pooler': fromPooler('ERROR', '08006'),
  'FATAL 53300 of a pooler': fromPooler('FATAL', '53300'),
  'ERROR XX000 of a pooler': fromPooler('ERROR', 'XX000'),
  'ERROR 28P01 of a pooler': fromPooler('ERROR', '28P01'),
  'a damaged message': { bytes: damaged, then: 'open' },
  'a damaged message, and then ReadyForQuery': { bytes: Buffer.concat([damaged, readyForQuery]), then: 'open' },
  'the end of the connection': { bytes: none, then: 'ended' },
  'a reset': { bytes: none, then: 'reset' },
  garbage: { bytes: garbage, then: 'ended' },
  'garbage, and then ReadyForQuery': { bytes: Buffer.concat([garbage, readyForQuery]), then: 'open' },
};

const insert = (id = 1, source = dataSource) => source.query(`INSERT INTO notes VALUES (${id})`);

async function backend(source: DataSource): Promise<number> {
  return (await source.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid'))[0]!.pid;
}

async function expectUnknownOutcome(fault: Replacement, source = dataSource): Promise<void> {
  const before = await backend(source);
  proxy.replaceNext('INSERT', fault);
  await expect(insert(1, source).catch(translate('change'))).rejects.toThrow(OutcomeUnknown);
  expect(await backend(source)).not.toBe(before);
  expect(await count()).toBe('1');
  proxy.replaceNext('INSERT', fault);
  await expect(insert(1, source).catch(translate('read'))).rejects.toThrow(DatabaseUnavailable);
}

it.each(Object.entries(faults))(
  'after the commit, %s is an unknown outcome and closes the connection',
  async (_, fault) => expectUnknownOutcome(fault),
);

it('after the commit, no response within the time limit is an unknown outcome and closes the connection', async () => {
  const impatient = await (await createDataSource(proxy.url, [], { ...limits, statementTimeout: 1_000 })).initialize();
  await expectUnknownOutcome({ bytes: none, then: 'silent' }, impatient);
  await impatient.destroy();
});

it('takes an ERROR for a statement without effect, which a temporary failure or its own data can have caused', async () => {
  proxy.replaceNext('INSERT', fromPooler('ERROR', '53100'));
  await expect(insert().catch(translate('change'))).rejects.toThrow(DatabaseUnavailable);
  await dataSource.query('ALTER TABLE notes ADD CONSTRAINT positive CHECK (id > 0)');
  await expect(insert(0).catch(translate('change'))).rejects.toMatchObject({ code: '23514' });
  await dataSource.query('ALTER TABLE notes DROP CONSTRAINT positive');
});

it('treats a statement that got no connection as not sent', async () => {
  const other = await createDataSource(proxy.url, [], limits);
  const add = () => other.query('INSERT INTO notes VALUES (1)').catch(translate('change'));
  await expect(add()).rejects.toThrow(DatabaseUnavailable);
  await other.initialize();
  // Ends the only connection, so that the next statement opens another one, and gets a damaged message.
  await expect(other.query('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toThrow();
  proxy.replace = () => ({ bytes: damaged, then: 'open' });
  await expect(add()).rejects.toThrow(DatabaseUnavailable);
  proxy.replace = () => undefined;
  await other.destroy();
});
