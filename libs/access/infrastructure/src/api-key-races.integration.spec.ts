import { setTimeout } from 'node:timers/promises';
import {
  Actor,
  ApiKeyAlreadyRevoked,
  ApiKeyAlreadyRotated,
  ApiKeyNotFound,
  newAuditEntry,
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
  ({ apiKey } = issuedKey('checkout', cryptography));
  await instances[0].add(apiKey, 'hash', newAuditEntry(actor, 'issued', apiKey));
});

afterAll(() => database.drop());

const revoke: Operation = (keys) =>
  keys.change(apiKey.publicId, (stored, now) => ({
    changed: stored.revoke(now),
    entries: [newAuditEntry(actor, 'revoked', stored)],
  }));

const rotate: Operation = (keys) =>
  keys.change(apiKey.publicId, (stored, now) => {
    const { apiKey: successorKey, secret, retired } = stored.rotate(now, Duration.of('1h'), cryptography);
    const successor = { apiKey: successorKey, secretHash: cryptography.sha256(secret.text) };
    return { changed: retired, successor, entries: [newAuditEntry(actor, 'rotated', stored)] };
  });

const recordUse: Operation = (keys) => keys.recordUse(apiKey.publicId);

const prune: Operation = (keys) => keys.remove([newAuditEntry(actor, 'pruned', apiKey)]);

/**
 * Two instances change the key concurrently. Both wait for the lock of its row, and get it in the order of the parameters.
 * @returns the outcome of each operation, and the time of the database just before the lock was released
 */
async function race(first: Operation, second: Operation) {
  const lockHolder = dataSource.createQueryRunner();
  const outcomes: Promise<PromiseSettledResult<unknown>>[] = [];
  let releasedAt: Date;
  try {
    await lockHolder.startTransaction();
    await lockHolder.query('SELECT FROM api_keys FOR UPDATE');
    for (const [index, operation] of [first, second].entries()) {
      outcomes.push(Promise.allSettled([operation(instances[index]!)]).then(([outcome]) => outcome));
      await waitForLockWaiters(outcomes.length);
    }
    const [{ now }] = await lockHolder.query("SELECT date_trunc('milliseconds', clock_timestamp()) AS now");
    releasedAt = now;
    await lockHolder.commitTransaction();
  } finally {
    // Also releases the lock if a step failed.
    if (lockHolder.isTransactionActive) await lockHolder.rollbackTransaction();
    await lockHolder.release();
  }
  return { outcomes: await Promise.all(outcomes), releasedAt };
}

/** Milliseconds between two queries of `waitForLockWaiters`. */
const pollInterval = 10;

/** Resolves when `count` sessions wait for a lock. */
async function waitForLockWaiters(count: number): Promise<void> {
  const lockWaiters = `SELECT count(*)::int AS count FROM pg_stat_activity
                       WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await dataSource.query(lockWaiters))[0].count < count) await setTimeout(pollInterval);
}

const storedKey = async () => (await instances[0].findByHash('hash'))?.apiKey.snapshot();
const rejectedWith = (reason: unknown) => ({ status: 'rejected', reason });
const actions = async () => (await instances[0].log()).map(({ action }) => action);

it('stores both changes if a revocation follows a concurrent rotation', async () => {
  const { outcomes, releasedAt } = await race(rotate, revoke);
  expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
  const { revokedAt, successorId, expiresAt } = (await storedKey())!;
  expect(revokedAt!.getTime()).toBeGreaterThanOrEqual(releasedAt.getTime());
  expect(successorId).toEqual(expect.any(String));
  expect(expiresAt).toEqual(expect.any(Date));
  expect(await actions()).toEqual(['issued', 'rotated', 'revoked']);
});

it('does not rotate a key after a concurrent revocation', async () => {
  const { outcomes, releasedAt } = await race(revoke, rotate);
  expect(outcomes).toMatchObject([{ status: 'fulfilled' }, rejectedWith(expect.any(ApiKeyAlreadyRevoked))]);
  const { revokedAt, successorId } = (await storedKey())!;
  expect(revokedAt!.getTime()).toBeGreaterThanOrEqual(releasedAt.getTime());
  expect(successorId).toBeNull();
  expect(await instances[0].list()).toHaveLength(1);
  expect(await actions()).toEqual(['issued', 'revoked']);
});

it('creates one successor in two concurrent rotations', async () => {
  const { outcomes } = await race(rotate, rotate);
  expect(outcomes).toMatchObject([{ status: 'fulfilled' }, rejectedWith(expect.any(ApiKeyAlreadyRotated))]);
  expect((await instances[0].list()).map(({ publicId }) => publicId).sort()).toEqual(
    [apiKey.publicId, (await storedKey())!.successorId].sort(),
  );
});

it.each([
  ['before', recordUse, revoke],
  ['after', revoke, recordUse],
])('stores both the use and the revocation if the use is recorded %s the revocation', async (_, first, second) => {
  const { outcomes } = await race(first, second);
  expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
  expect(await storedKey()).toMatchObject({ revokedAt: expect.any(Date), lastUsedAt: expect.any(Date) });
});

it('does not store a key again that a concurrent prune deleted', async () => {
  const { outcomes } = await race(prune, rotate);
  expect(outcomes).toMatchObject([{ status: 'fulfilled' }, rejectedWith(expect.any(ApiKeyNotFound))]);
  expect(await instances[0].list()).toEqual([]);
});
