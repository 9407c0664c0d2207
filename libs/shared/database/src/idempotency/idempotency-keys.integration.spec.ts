import { IdempotencyConflict, IdempotencyKey, IdempotencyMismatch, type Transaction } from '@petstore/kernel';
import { connectDatabase, untilBlocked, useTestDatabase, withSearchPath } from '../testing/index.ts';
import { runnerOf, TypeOrmTransactions } from '../transactions/typeorm-transactions.ts';
import { deleteExpiredKeys, IdempotencyKeys, idempotencyPersistence } from './idempotency-keys.ts';

const key = IdempotencyKey.of('a-key', 'mine');

const database = useTestDatabase([idempotencyPersistence], 'idempotency_keys');

let transactions: TypeOrmTransactions;
let noteKeys: IdempotencyKeys;
let taskKeys: IdempotencyKeys;
let lastId: number;

beforeAll(() => {
  transactions = new TypeOrmTransactions(database.source);
  noteKeys = new IdempotencyKeys('note', database.source);
  taskKeys = new IdempotencyKeys('task', database.source);
});

beforeEach(() => {
  lastId = 0;
});

const requestOf = (text: string, by = key) => ({ key: by, fingerprint: Buffer.from(text).toString('hex') });

/** Creates a resource for the key in the transaction, or finds it. @returns its id */
async function create(transaction: Transaction, text: string, by = key, keys = noteKeys): Promise<string> {
  const request = requestOf(text, by);
  const known = await keys.claim(transaction, request);
  if (known !== undefined) return known;
  const id = String(++lastId);
  await keys.store(transaction, request, id);
  return id;
}

const createOnce = (text: string, by = key, keys = noteKeys) =>
  transactions.run((transaction) => create(transaction, text, by, keys));
const ageKeys = (age: string) =>
  database.query(`UPDATE idempotency_keys SET created_at = created_at - interval '${age}'`);

it('returns to a repeat the id that the key has created, and to another key or owner a new one', async () => {
  expect(await createOnce('Rex')).toBe('1');
  expect(await createOnce('Rex')).toBe('1');
  expect(await createOnce('Rex', IdempotencyKey.of('another-key', 'mine'))).toBe('2');
  expect(await createOnce('Rex', IdempotencyKey.of('a-key', 'yours'))).toBe('3');
});

it('refuses the key for another input and for another kind, until the key expires after 24 hours', async () => {
  await createOnce('Rex');
  await ageKeys('23 hours 59 minutes');
  await expect(createOnce('Tom')).rejects.toThrow(IdempotencyMismatch);
  await expect(createOnce('Rex', key, taskKeys)).rejects.toThrow(IdempotencyMismatch);
  await ageKeys('1 minute');
  expect(await createOnce('Rex', key, taskKeys)).toBe('2');
  await expect(createOnce('Rex')).rejects.toThrow(IdempotencyMismatch);
});

it('does not store the key of a transaction that fails', async () => {
  const failure = new Error('the resource is refused');
  const failing = transactions.run(async (transaction) => {
    await create(transaction, 'Rex');
    throw failure;
  });
  await expect(failing).rejects.toBe(failure);
  expect(await createOnce('Tom')).toBe('2');
});

describe('while another transaction uses the key', () => {
  /** Runs `work` while a transaction has created a resource with the key and has not ended. */
  async function whileCreating(how: 'commit' | 'rollback', work: (end: () => void) => Promise<void>): Promise<void> {
    let end: () => void = () => undefined;
    const ending = new Promise<void>((resolve) => (end = resolve));
    let created: () => void = () => undefined;
    const creating = new Promise<void>((resolve) => (created = resolve));
    const first = transactions.run(async (transaction) => {
      await create(transaction, 'Rex');
      created();
      await ending;
      if (how === 'rollback') throw new Error('rolled back');
    });
    const settled = Promise.allSettled([first]);
    await creating;
    await work(end);
    end();
    await settled;
  }

  it.each([
    ['commit', '1'],
    ['rollback', '2'],
  ] as const)('a repeat waits for it, and after its %s has the id %s', async (how, id) => {
    await whileCreating(how, async (end) => {
      const repeat = createOnce('Rex');
      await untilBlocked(database.url);
      end();
      expect(await repeat).toBe(id);
    });
  });

  it('the same key of a store in another schema does not wait', async () => {
    await database.query(
      'CREATE SCHEMA other; CREATE TABLE other.idempotency_keys (LIKE idempotency_keys INCLUDING ALL)',
    );
    const source = await connectDatabase(withSearchPath(database.url, 'other'), [idempotencyPersistence]);
    const otherKeys = new IdempotencyKeys('note', source);
    await whileCreating('commit', async () => {
      const creating = new TypeOrmTransactions(source).run(async (transaction) => {
        await runnerOf(transaction).query("SET LOCAL lock_timeout = '10ms'");
        return create(transaction, 'Rex', key, otherKeys);
      });
      expect(await creating).toBe('2');
    });
    await source.destroy();
  });

  it('a repeat is a conflict at the lock timeout', async () => {
    await whileCreating('commit', async () => {
      const repeat = transactions.run(async (transaction) => {
        await runnerOf(transaction).query("SET LOCAL lock_timeout = '10ms'");
        return create(transaction, 'Rex');
      });
      await expect(repeat).rejects.toThrow(IdempotencyConflict);
    });
  });
});

const purge = (limit: number) => deleteExpiredKeys(database.source, limit);

it('purges expired keys only, up to the limit', async () => {
  for (const text of ['1', '2', '3']) await createOnce('Rex', IdempotencyKey.of(text, 'mine'));
  await ageKeys('24 hours');
  await createOnce('Rex');
  expect(await purge(2)).toBe(2);
  expect(await purge(2)).toBe(1);
  expect(await createOnce('Rex')).toBe('4');
});
