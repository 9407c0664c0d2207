import { OperatorName, type ApiKey, type ApiKeyRepository } from '@petstore/access-domain';
import { apiKeyRepositoryContract, issuedKey } from '@petstore/access-domain/testing';
import { TypeOrmTransactions } from '@petstore/database';
import { createTestDatabase, untilBlocked, useTestDatabase } from '@petstore/database/testing';
import type { Transaction } from '@petstore/kernel';
import type { DataSource } from 'typeorm';
import { accessPersistence, NodeCryptography, TypeOrmApiKeyRepository } from './index.ts';

const cryptography = new NodeCryptography();
const operator = OperatorName.of('zoë');

const database = useTestDatabase([accessPersistence], 'api_keys', 'api_key_log');

let keys: TypeOrmApiKeyRepository;
let transactions: TypeOrmTransactions;

beforeAll(() => {
  [keys, transactions] = [new TypeOrmApiKeyRepository(database.source), new TypeOrmTransactions(database.source)];
});

describe('the contract of ApiKeyRepository', () => {
  for (const [rule, verify] of Object.entries(apiKeyRepositoryContract)) {
    it(rule, () => verify(keys, transactions));
  }
});

async function addKey(name = 'checkout', access?: 'read-only') {
  const issued = issuedKey(name, cryptography, undefined, access);
  await transactions.run((transaction) => keys.add(issued.apiKey, operator, transaction));
  return { ...issued, secretHash: issued.apiKey.snapshot().secretHash };
}

const revoke = ({ publicId }: ApiKey, source = database.source) => {
  const repository = new TypeOrmApiKeyRepository(source);
  return new TypeOrmTransactions(source).run(async (transaction) => {
    const apiKey = await repository.lock(publicId, transaction);
    await repository.revoke(apiKey!.revoke(await repository.now(transaction)), operator, transaction);
  });
};
const isFirst = () => transactions.run((transaction) => keys.claimFirst(transaction));

const storedState = async () => ({ keys: await keys.list(), log: await keys.log() });

it('release 1.0.0, which would give every key full access, finds full keys by their hash, and no read-only key', async () => {
  const [full, readOnly] = [await addKey('desk'), await addKey('website', 'read-only')];
  const hashes = [full.secretHash, readOnly.secretHash];
  const found = await database.query('SELECT name FROM api_keys WHERE secret_hash = ANY($1)', [hashes]);
  expect(found).toEqual([{ name: 'desk' }]);
});

it('adds to the log also if its sequence is behind it', async () => {
  await database.query(
    `INSERT INTO api_key_log (id, actor, action, public_id, name) OVERRIDING SYSTEM VALUE
     SELECT last_value + is_called::int + number, 'zoë', 'revoked', 'key_0', 'old'
     FROM api_key_log_id_seq, generate_series(0, 2) AS number`,
  );
  const { apiKey } = await addKey();
  expect((await keys.log()).at(-1)).toMatchObject({ action: 'issued', publicId: apiKey.publicId });
});

it('shows the keys and the log of release 1.0.0', async () => {
  await database.query(`
    INSERT INTO api_keys (public_id, name, hint, secret_hash) VALUES ('key_1', 'desk', 'pets_0000', 'hash');
    INSERT INTO api_key_log (actor, action, public_id, name) VALUES ('zoë', 'rotated', 'key_1', 'desk'), ('zoë', 'pruned', 'key_0', 'old')`);
  expect((await keys.findByHash('hash'))?.apiKey.snapshot().access).toBe('full');
  expect(await keys.log()).toMatchObject([
    { action: 'rotated', publicId: 'key_1', access: 'full' },
    { action: 'pruned', publicId: 'key_0', access: 'full' },
  ]);
  expect(await isFirst()).toBe(false);
});

it('issues no first key if an operator has deleted all keys', async () => {
  await addKey();
  await database.query('DELETE FROM api_keys');
  expect(await isFirst()).toBe(false);
  expect(await keys.list()).toEqual([]);
});

it('a transaction sees a key that was revoked after it has begun, on its own connection', async () => {
  const { apiKey, secretHash } = await addKey();
  const single = await database.connect({ poolSize: 1 });
  await new TypeOrmTransactions(single).run(async (transaction) => {
    const find = () => new TypeOrmApiKeyRepository(single).findByHash(secretHash, transaction);
    expect((await find())?.apiKey.snapshot().revokedAt).toBeNull();
    await revoke(apiKey);
    expect((await find())?.apiKey.snapshot().revokedAt).toEqual(expect.any(Date));
  });
});

it('the table has an index on the hash', async () => {
  const plan = await database.source.transaction(async (manager) => {
    await manager.query('SET LOCAL enable_seqscan = off');
    return manager.query<unknown[]>("EXPLAIN SELECT * FROM api_keys WHERE secret_hash = 'hash'");
  });
  expect(JSON.stringify(plan)).toContain('api_keys_secret_hash_key');
});

it('the database stores no part of a secret after its prefix', async () => {
  const { apiKey, secret, secretHash } = await addKey();
  await revoke(apiKey);
  const rows = await database.query<{ row: string }[]>(
    'SELECT k::text AS row FROM api_keys AS k UNION ALL SELECT l::text FROM api_key_log AS l',
  );
  const contents = rows.map(({ row }) => row).join('\n');
  expect(contents).toContain(secretHash);
  const hidden = secret.text.slice(secret.prefix.length);
  // Six characters are too many to occur by chance.
  const parts = Array.from({ length: hidden.length - 5 }, (_, start) => hidden.slice(start, start + 6));
  expect(parts.filter((part) => contents.includes(part))).toEqual([]);
});

it('a change and its log entry are one transaction', async () => {
  const { apiKey } = await addKey();
  const before = await storedState();
  await database.query(
    `CREATE FUNCTION fail_at_commit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''failed at commit''; END';
     CREATE CONSTRAINT TRIGGER fail_at_commit AFTER INSERT ON api_key_log
       DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail_at_commit()`,
  );
  try {
    await expect(addKey('new')).rejects.toThrow('failed at commit');
    await expect(revoke(apiKey)).rejects.toThrow('failed at commit');
  } finally {
    await database.query('DROP FUNCTION fail_at_commit CASCADE');
  }
  expect(await storedState()).toEqual(before);
});

describe('two instances change a key concurrently', () => {
  type Change = (apiKey: ApiKey, source: DataSource) => Promise<void>;
  const recordUse: Change = ({ publicId }, source) => new TypeOrmApiKeyRepository(source).recordUse(publicId);

  /** Both changes wait for the lock of the row, and get it in the order of the parameters. */
  async function race(apiKey: ApiKey, first: Change, second: Change): Promise<unknown[]> {
    const other = await database.connect();
    const lockHolder = database.source.createQueryRunner();
    const outcomes: Promise<unknown>[] = [];
    try {
      await lockHolder.startTransaction();
      await lockHolder.query('SELECT FROM api_keys FOR UPDATE');
      for (const [change, source] of [[first, database.source] as const, [second, other] as const]) {
        outcomes.push(change(apiKey, source).catch((error: unknown) => error));
        await untilBlocked(database.url, outcomes.length);
      }
    } finally {
      await lockHolder.commitTransaction();
      await lockHolder.release();
    }
    return Promise.all(outcomes);
  }

  it.each([
    ['before', recordUse, revoke],
    ['after', revoke, recordUse],
  ])('stores both the use and the revocation if the use is recorded %s it', async (_, first, second) => {
    const { apiKey, secretHash } = await addKey();
    expect(await race(apiKey, first, second)).toEqual([undefined, undefined]);
    const stored = (await keys.findByHash(secretHash))?.apiKey.snapshot();
    expect(stored).toMatchObject({ revokedAt: expect.any(Date), lastUsedAt: expect.any(Date) });
  });
});

describe('when the clock of the process is a century fast', () => {
  beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 100 * 365 * 86_400_000));

  it('the clock of the database decides whether a key has expired', async () => {
    const { secretHash } = await addKey();
    const stateAfter = async (lifetime: string) => {
      await database.query('UPDATE api_keys SET expires_at = clock_timestamp() + $1::interval', [lifetime]);
      const found = await keys.findByHash(secretHash);
      return found?.apiKey.stateAt(found.now);
    };
    expect(await stateAfter('-1 millisecond')).toBe('expired');
    expect(await stateAfter('1 hour')).toBe('active');
  });

  it('the database sets the time of each change', async () => {
    const { apiKey } = await addKey();
    const [{ started }] = await database.query("SELECT date_trunc('milliseconds', clock_timestamp())::text AS started");
    await keys.recordUse(apiKey.publicId);
    await revoke(apiKey);
    const times = `
      SELECT last_used_at AS at FROM api_keys UNION ALL SELECT revoked_at FROM api_keys
      UNION ALL SELECT at FROM api_key_log WHERE action <> 'issued'`;
    const wrongTimes = await database.query(
      `SELECT FROM (${times}) AS times WHERE NOT at BETWEEN $1::timestamptz AND clock_timestamp()`,
      [started],
    );
    expect(wrongTimes).toEqual([]);
  });
});

it('every method rejects with service_unavailable if the database cannot be reached', async () => {
  const { apiKey } = issuedKey('checkout', cryptography);
  const dropped = await createTestDatabase();
  const source = await dropped.open([accessPersistence]);
  const repository = new TypeOrmApiKeyRepository(source);
  const within = (work: (transaction: Transaction) => Promise<unknown>) => new TypeOrmTransactions(source).run(work);
  await dropped.drop();
  const calls: Record<Exclude<keyof ApiKeyRepository, symbol>, () => Promise<unknown>> = {
    now: () => repository.now(),
    add: () => within((transaction) => repository.add(apiKey, operator, transaction)),
    claimFirst: () => within((transaction) => repository.claimFirst(transaction)),
    lock: () => within((transaction) => repository.lock(apiKey.publicId, transaction)),
    revoke: () => within((transaction) => repository.revoke(apiKey, operator, transaction)),
    findByHash: () => repository.findByHash('hash'),
    list: () => repository.list(),
    recordUse: () => repository.recordUse(apiKey.publicId),
    log: () => repository.log(),
  };
  for (const call of Object.values(calls)) await expect(call()).rejects.toMatchObject({ code: 'service_unavailable' });
});
