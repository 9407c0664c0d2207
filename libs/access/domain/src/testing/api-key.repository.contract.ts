import { expectSame, rejectionOf } from '@petstore/kernel/testing';
import { ApiKeyAlreadyRevoked, ApiKeyNotFound } from '../access.errors.ts';
import { ApiKey, type ApiKeySnapshot } from '../api-key.ts';
import type { ApiKeyRepository } from '../api-key.repository.ts';
import { Actor } from '../api-key.value-objects.ts';
import { FakeCryptography } from './fake-platform.ts';
import { issuedKey } from './issued-key.ts';

const actor = Actor.of('zoë');

/** Rules that every ApiKeyRepository must follow. Each function gets an empty repository and throws if the rule is violated. */
export const apiKeyRepositoryContract: Record<string, (keys: ApiKeyRepository) => Promise<void>> = {
  'finds a key in any state, unchanged, by its hash only': async (keys) => {
    const times = { expiresAt: new Date(1_001), revokedAt: new Date(2_002), lastUsedAt: new Date(3_003) };
    const [full, readOnly, unusable] = await addKeys(
      keys,
      { secretHash: 'full' },
      { secretHash: 'read-only', name: "O'Malley's website", access: 'read-only', expiresAt: new Date(4_004) },
      { secretHash: 'unusable', ...times },
    );
    const hashes = ['full', 'read-only', 'FULL', 'unusable', 'full'];
    const found = await Promise.all(hashes.map((hash) => keys.findByHash(hash)));
    expectSame(
      found.map((each) => each?.apiKey),
      [full, readOnly, undefined, unusable, full],
    );
  },

  'lists all keys, the oldest first, independent of the order of insertion': async (keys) => {
    const times = [2, 0, 1].map((minute) => ({ createdAt: new Date(minute * 60_000) }));
    const [newest, oldest, middle] = await addKeys(keys, ...times);
    expectSame(await keys.list(), [oldest, middle, newest]);
  },

  'adds a first key once for concurrent calls': async (keys) => {
    let count = 0;
    const issue = async () => issuedKey(`first ${++count}`).apiKey;
    await Promise.all([keys.addFirst(issue, actor), keys.addFirst(issue, actor), keys.addFirst(issue, actor)]);
    await keys.addFirst(issue, actor);
    expectSame(count, 1);
    expectSame(await logLines(keys), ['zoë issued first 1']);
  },

  'adds no first key when `issue` fails, and calls `issue` again next time': async (keys) => {
    const error = new Error('the disk is full');
    const failure = await rejectionOf(keys.addFirst(() => Promise.reject(error), actor));
    expectSame(failure === error, true);
    expectSame(await keys.list(), []);
    await keys.addFirst(async () => issuedKey('first').apiKey, actor);
    expectSame(await logLines(keys), ['zoë issued first']);
  },

  'records the use of a key, and of no other key, with its own time': async (keys) => {
    const [used, unused] = await addKeys(keys, { secretHash: 'used' }, { secretHash: 'unused' });
    const before = await keys.now();
    await keys.recordUse(used!.publicId);
    await keys.recordUse('key_0000000000000');
    const { apiKey, now } = (await keys.findByHash('used'))!;
    const { lastUsedAt } = apiKey.snapshot();
    expectSame(before <= lastUsedAt! && lastUsedAt! <= now && now <= (await keys.now()), true);
    expectSame({ ...apiKey.snapshot(), lastUsedAt: null }, used!.snapshot());
    expectSame((await keys.findByHash('unused'))?.apiKey, unused);
  },

  'revokes a key once for concurrent calls, with its own time and a log entry, and no other key': async (keys) => {
    const [revoked, other] = await addKeys(keys, { name: 'revoked', secretHash: 'revoked' }, { name: 'other' });
    const { publicId } = revoked!;
    const before = await keys.now();
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => keys.revoke(publicId, actor)));
    const refused = outcomes.filter((outcome) => 'reason' in outcome && outcome.reason instanceof ApiKeyAlreadyRevoked);
    expectSame(refused.length, 4);
    const stored = (await keys.findByHash('revoked'))!.apiKey.snapshot();
    const { revokedAt } = stored;
    expectSame(before <= revokedAt! && revokedAt! <= (await keys.now()), true);
    expectSame({ ...stored, revokedAt: null }, revoked!.snapshot());
    expectSame((await keys.list()).at(-1), other);
    expectSame(await logLines(keys), ['zoë issued revoked', 'zoë issued other', 'zoë revoked revoked']);
    const { at, publicId: logged, access } = (await keys.log()).at(-1)!;
    expectSame([before <= at && at <= (await keys.now()), logged, access], [true, publicId, 'full']);
    const notFound = await rejectionOf(keys.revoke('key_0000000000000', actor));
    expectSame(notFound instanceof ApiKeyNotFound && notFound.message.includes('key_0000000000000'), true);
  },
};

/** Adds keys with these values, in this order. Their ids and hashes differ. */
async function addKeys(keys: ApiKeyRepository, ...values: Partial<ApiKeySnapshot>[]): Promise<ApiKey[]> {
  const cryptography = new FakeCryptography();
  const added = values.map((each) =>
    ApiKey.restore({ ...issuedKey('checkout', cryptography).apiKey.snapshot(), ...each }),
  );
  for (const apiKey of added) await keys.add(apiKey, actor);
  return added;
}

/** Returns the log entries as text, without times. */
async function logLines(keys: ApiKeyRepository): Promise<string[]> {
  return (await keys.log()).map(({ actor: actorName, action, name }) => `${actorName} ${action} ${name}`);
}
