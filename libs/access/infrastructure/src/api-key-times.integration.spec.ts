import { Actor, newAuditEntry, type ApiKey } from '@petstore/access-domain';
import { issuedKey } from '@petstore/access-domain/testing';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import type { DataSource } from 'typeorm';
import { accessPersistence, TypeOrmApiKeyRepository } from './index.ts';

const actor = Actor.of('zoë');
/** Milliseconds. */
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
  await keys.add(apiKey, 'hash', newAuditEntry(actor, 'issued', apiKey));
});

afterAll(() => database.drop());

/** Shifts the clock of the process by `ahead` milliseconds. Timers keep running. */
function shiftClock(ahead: number): void {
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
  beforeEach(() => shiftClock(ahead));
  afterEach(() => jest.useRealTimers());

  it.each([
    ['expired one millisecond ago', "interval '-1 millisecond'", 'expired'],
    ['expires in one hour', "interval '1 hour'", 'active'],
  ])('a key that %s by the clock of the database has that state', async (__, lifetime, state) => {
    await dataSource.query(`UPDATE api_keys SET expires_at = clock_timestamp() + ${lifetime}`);
    const found = await keys.findByHash('hash');
    expect(found?.apiKey.stateAt(found.now)).toBe(state);
    expect(found?.apiKey.stateAt(await keys.now())).toBe(state);
  });

  const revoke = () =>
    keys.change(apiKey.publicId, (stored, now) => ({
      changed: stored.revoke(now),
      entries: [newAuditEntry(actor, 'revoked', stored)],
    }));

  it.each([
    ['a key is used', () => keys.recordUse(apiKey.publicId), 'SELECT last_used_at FROM api_keys'],
    ['a key is revoked', revoke, 'SELECT revoked_at FROM api_keys'],
    ['a log entry is written', revoke, "SELECT at FROM api_key_log WHERE action = 'revoked'"],
  ])('the database sets the time when %s', async (__, write, storedTime) => {
    // The repository stores some times as JavaScript dates, which have no microseconds.
    const now = "date_trunc('milliseconds', clock_timestamp())";
    const [{ started }] = await dataSource.query(`SELECT ${now}::text AS started`);
    await write();
    const [{ isBetween }] = await dataSource.query(
      `SELECT (${storedTime}) BETWEEN $1::timestamptz AND clock_timestamp() AS "isBetween"`,
      [started],
    );
    expect(isBetween).toBe(true);
  });
});
