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

type Deed = (keys: ApiKeyRepository) => Promise<unknown>;

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

const revoke: Deed = (keys) =>
  keys.change(apiKey.publicId, (kept, now) => ({
    changed: kept.revoke(now),
    entries: [audited(actor, 'revoked', kept)],
  }));

const rotate: Deed = (keys) =>
  keys.change(apiKey.publicId, (kept, now) => {
    const { apiKey: next, secret, retired } = kept.rotate(now, Duration.of('1h'), cryptography);
    const successor = { apiKey: next, secretHash: cryptography.sha256(secret.text) };
    return { changed: retired, successor, entries: [audited(actor, 'rotated', kept)] };
  });

const noteUse: Deed = (keys) => keys.recordUse(apiKey.publicId);

const prune: Deed = (keys) => keys.remove([audited(actor, 'pruned', apiKey)]);

/**
 * Two instances do it to the key at the same time: both have begun when the first may go on, then the second may.
 * Answers what each came to, and the moment, by the clock of the database, before which neither could go on.
 */
async function race(first: Deed, second: Deed) {
  const holder = dataSource.createQueryRunner();
  await holder.startTransaction();
  await holder.query('SELECT FROM api_keys FOR UPDATE');
  const one = first(instances[0]);
  await waiting(1);
  const other = second(instances[1]);
  await waiting(2);
  const outcomes = Promise.allSettled([one, other]);
  const [{ now }] = await holder.query("SELECT date_trunc('milliseconds', clock_timestamp()) AS now");
  await holder.commitTransaction();
  await holder.release();
  return { outcomes: await outcomes, released: now as Date };
}

/** So many sessions wait for a row that another has. */
async function waiting(count: number): Promise<void> {
  const waitingNow = `SELECT count(*)::int AS count FROM pg_stat_activity
                       WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await dataSource.query(waitingNow))[0].count < count);
}

const kept = async () => (await instances[0].findByHash('hash'))?.apiKey.snapshot();
const refusal = (reason: unknown) => ({ status: 'rejected', reason });
const actions = async () => (await instances[0].log()).map(({ action }) => action);

it('leaves a key revoked that is revoked while it is rotated', async () => {
  const { outcomes, released } = await race(rotate, revoke);
  expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
  const { revokedAt, successorId, expiresAt } = (await kept())!;
  expect(revokedAt!.getTime()).toBeGreaterThanOrEqual(released.getTime());
  expect(successorId).toBeDefined();
  expect(expiresAt).toBeDefined();
  expect(await actions()).toEqual(['issued', 'rotated', 'revoked']);
});

it('does not rotate a key that is revoked just before', async () => {
  const { outcomes, released } = await race(revoke, rotate);
  expect(outcomes).toMatchObject([{ status: 'fulfilled' }, refusal(expect.any(ApiKeyAlreadyRevoked))]);
  const { revokedAt, successorId } = (await kept())!;
  expect(revokedAt!.getTime()).toBeGreaterThanOrEqual(released.getTime());
  expect(successorId).toBeUndefined();
  expect(await instances[0].list()).toHaveLength(1);
  expect(await actions()).toEqual(['issued', 'revoked']);
});

it('gives a key one successor', async () => {
  const { outcomes } = await race(rotate, rotate);
  expect(outcomes).toMatchObject([{ status: 'fulfilled' }, refusal(expect.any(ApiKeyAlreadyRotated))]);
  expect((await instances[0].list()).map(({ publicId }) => publicId).sort()).toEqual(
    [apiKey.publicId, (await kept())!.successorId].sort(),
  );
});

it.each([
  ['before', noteUse, revoke],
  ['after', revoke, noteUse],
])('keeps the note of a use made just %s the key is revoked, and the revocation', async (_, first, second) => {
  const { outcomes } = await race(first, second);
  expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
  expect(await kept()).toMatchObject({ revokedAt: expect.any(Date), lastUsedAt: expect.any(Date) });
});

it('does not bring back a key that is forgotten just before it changes', async () => {
  const { outcomes } = await race(prune, rotate);
  expect(outcomes).toMatchObject([{ status: 'fulfilled' }, refusal(expect.any(ApiKeyNotFound))]);
  expect(await instances[0].list()).toEqual([]);
});
