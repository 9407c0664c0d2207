import { Actor, audited, type ApiKey } from '@petstore/access-domain';
import { issuedKey } from '@petstore/access-domain/testing';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import type { DataSource } from 'typeorm';
import { accessPersistence, TypeOrmApiKeyRepository } from './index.ts';

const actor = Actor.of('zoë');
const century = 100 * 365 * 86_400_000;

let database: TestDatabase;
let dataSource: DataSource;
let keys: TypeOrmApiKeyRepository;
let apiKey: ApiKey;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await database.open([accessPersistence]);
  keys = new TypeOrmApiKeyRepository(dataSource);
});

beforeEach(async () => {
  await dataSource.query('TRUNCATE api_keys, api_key_log');
  ({ apiKey } = issuedKey());
  await keys.add(apiKey, 'hash', audited(actor, 'issued', apiKey));
});

afterAll(() => database.drop());

/** Sets the clock of the process; timers keep running. */
function setClock(ahead: number): void {
  const timers = [
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'setImmediate',
    'clearImmediate',
  ] as const;
  const others = ['nextTick', 'queueMicrotask', 'performance', 'hrtime'] as const;
  jest.useFakeTimers({ now: Date.now() + ahead, doNotFake: [...timers, ...others] });
}

describe.each([
  ['correct', 0],
  ['a century fast', century],
  ['a century slow', -century],
])('when the clock of the process is %s', (_, ahead) => {
  beforeEach(() => setClock(ahead));
  afterEach(() => jest.useRealTimers());

  it.each([
    ['expired one millisecond ago', "interval '-1 millisecond'", 'expired'],
    ['expires in one hour', "interval '1 hour'", 'active'],
  ])('a key that %s by the clock of the database has that state', async (__, end, state) => {
    await dataSource.query(`UPDATE api_keys SET expires_at = clock_timestamp() + ${end}`);
    const found = await keys.findByHash('hash');
    expect(found?.apiKey.stateAt(found.now)).toBe(state);
    expect(found?.apiKey.stateAt(await keys.now())).toBe(state);
  });

  const revoke = () =>
    keys.change(apiKey.publicId, (kept, now) => ({
      changed: kept.revoke(now),
      entries: [audited(actor, 'revoked', kept)],
    }));

  it.each([
    ['a key is used', () => keys.recordUse(apiKey.publicId), 'SELECT last_used_at FROM api_keys'],
    ['a key is revoked', revoke, 'SELECT revoked_at FROM api_keys'],
    ['a log entry is written', revoke, "SELECT at FROM api_key_log WHERE action = 'revoked'"],
  ])('the time when %s is set by the database', async (__, act, written) => {
    // Dates have milliseconds, the database has microseconds.
    const now = "date_trunc('milliseconds', clock_timestamp())";
    const [{ started }] = await dataSource.query(`SELECT ${now}::text AS started`);
    await act();
    const [{ isBetween }] = await dataSource.query(
      `SELECT (${written}) BETWEEN $1::timestamptz AND clock_timestamp() AS "isBetween"`,
      [started],
    );
    expect(isBetween).toBe(true);
  });
});
