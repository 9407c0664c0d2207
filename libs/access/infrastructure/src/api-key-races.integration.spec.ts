import {
  Actor,
  ApiKeyAlreadyRevoked,
  ApiKeyAlreadyRotated,
  ApiKeyNotFound,
  audited,
  Duration,
  type ApiKey,
  type ApiKeyRepository,
} from '@petstore/access-domain';
import { issuedKey } from '@petstore/access-domain/testing';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import type { DataSource } from 'typeorm';
import { accessPersistence, NodeCryptography, TypeOrmApiKeyRepository } from './index.ts';

type Operation = (keys: ApiKeyRepository) => Promise<unknown>;

const actor = Actor.of('zoë');
const cryptography = new NodeCryptography();

let database: TestDatabase;
let dataSource: DataSource;
let instances: [TypeOrmApiKeyRepository, TypeOrmApiKeyRepository];
let apiKey: ApiKey;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await database.open([accessPersistence]);
  const other = await database.open([accessPersistence]);
  instances = [new TypeOrmApiKeyRepository(dataSource), new TypeOrmApiKeyRepository(other)];
});

beforeEach(async () => {
  await dataSource.query('TRUNCATE api_keys, api_key_log');
  ({ apiKey } = issuedKey('till', cryptography));
  await instances[0].add(apiKey, 'hash', audited(actor, 'issued', apiKey));
});

afterAll(() => database.drop());

const revoke: Operation = (keys) =>
  keys.change(apiKey.publicId, (kept, now) => ({
    changed: kept.revoke(now),
    entries: [audited(actor, 'revoked', kept)],
  }));

const rotate: Operation = (keys) =>
  keys.change(apiKey.publicId, (kept, now) => {
    const { apiKey: next, secret, retired } = kept.rotate(now, Duration.of('1h'), cryptography);
    const successor = { apiKey: next, secretHash: cryptography.sha256(secret.text) };
    return { changed: retired, successor, entries: [audited(actor, 'rotated', kept)] };
  });

const recordUse: Operation = (keys) => keys.recordUse(apiKey.publicId);

const prune: Operation = (keys) => keys.remove([audited(actor, 'pruned', apiKey)]);

/**
 * Two instances change the key concurrently: both wait for the row's lock, and get it in the order of the parameters.
 * @returns the outcome of each operation, and the time of the database just before the lock was released
 */
async function race(first: Operation, second: Operation) {
  const holder = dataSource.createQueryRunner();
  await holder.startTransaction();
  await holder.query('SELECT FROM api_keys FOR UPDATE');
  const one = first(instances[0]);
  await waitForLockWaiters(1);
  const other = second(instances[1]);
  await waitForLockWaiters(2);
  const outcomes = Promise.allSettled([one, other]);
  const [{ now }] = await holder.query("SELECT date_trunc('milliseconds', clock_timestamp()) AS now");
  await holder.commitTransaction();
  await holder.release();
  return { outcomes: await outcomes, released: now as Date };
}

/** Resolves when `count` sessions wait for a lock. */
async function waitForLockWaiters(count: number): Promise<void> {
  const lockWaiters = `SELECT count(*)::int AS count FROM pg_stat_activity
                       WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await dataSource.query(lockWaiters))[0].count < count);
}

const storedKey = async () => (await instances[0].findByHash('hash'))?.apiKey.snapshot();
const refusal = (reason: unknown) => ({ status: 'rejected', reason });
const actions = async () => (await instances[0].log()).map(({ action }) => action);

it('keeps a revocation that follows a concurrent rotation', async () => {
  const { outcomes, released } = await race(rotate, revoke);
  expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
  const { revokedAt, successorId, expiresAt } = (await storedKey())!;
  expect(revokedAt!.getTime()).toBeGreaterThanOrEqual(released.getTime());
  expect(successorId).toEqual(expect.any(String));
  expect(expiresAt).toEqual(expect.any(Date));
  expect(await actions()).toEqual(['issued', 'rotated', 'revoked']);
});

it('does not rotate a key after a concurrent revocation', async () => {
  const { outcomes, released } = await race(revoke, rotate);
  expect(outcomes).toMatchObject([{ status: 'fulfilled' }, refusal(expect.any(ApiKeyAlreadyRevoked))]);
  const { revokedAt, successorId } = (await storedKey())!;
  expect(revokedAt!.getTime()).toBeGreaterThanOrEqual(released.getTime());
  expect(successorId).toBeNull();
  expect(await instances[0].list()).toHaveLength(1);
  expect(await actions()).toEqual(['issued', 'revoked']);
});

it('creates one successor in two concurrent rotations', async () => {
  const { outcomes } = await race(rotate, rotate);
  expect(outcomes).toMatchObject([{ status: 'fulfilled' }, refusal(expect.any(ApiKeyAlreadyRotated))]);
  expect((await instances[0].list()).map(({ publicId }) => publicId).sort()).toEqual(
    [apiKey.publicId, (await storedKey())!.successorId].sort(),
  );
});

it.each([
  ['before', recordUse, revoke],
  ['after', revoke, recordUse],
])('keeps both a recorded use %s a concurrent revocation and the revocation', async (_, first, second) => {
  const { outcomes } = await race(first, second);
  expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
  expect(await storedKey()).toMatchObject({ revokedAt: expect.any(Date), lastUsedAt: expect.any(Date) });
});

it('does not restore a key that was deleted by a concurrent prune', async () => {
  const { outcomes } = await race(prune, rotate);
  expect(outcomes).toMatchObject([{ status: 'fulfilled' }, refusal(expect.any(ApiKeyNotFound))]);
  expect(await instances[0].list()).toEqual([]);
});
