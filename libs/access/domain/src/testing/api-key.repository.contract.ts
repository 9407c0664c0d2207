import { expectSame, rejectionOf } from '@petstore/kernel/testing';
import { ApiKeyAlreadyRevoked, ApiKeyNotFound } from '../access.errors.ts';
import { ApiKey } from '../api-key.ts';
import type { ApiKeyRepository } from '../api-key.repository.ts';
import { Actor } from '../audit-entry.ts';
import { FakeCryptography } from './fake-platform.ts';
import { issuedAt, issuedKey } from './issued-key.ts';

const actor = Actor.of('zoë');

/** Rules that every ApiKeyRepository must follow. Each function gets an empty repository and throws if the rule is violated. */
export const apiKeyRepositoryContract: Record<string, (keys: ApiKeyRepository) => Promise<void>> = {
  'finds a key in any state, unchanged, by its hash only': async (keys) => {
    const cryptography = new FakeCryptography();
    const readOnly = issuedKey("O'Malley's website", cryptography, '1h', 'read-only').apiKey;
    const full = issuedKey('desk', cryptography).apiKey;
    const times = { expiresAt: new Date(1_001), revokedAt: new Date(2_002), lastUsedAt: new Date(3_003) };
    const unusable = ApiKey.restore({ ...issuedKey('old', cryptography).apiKey.snapshot(), ...times });
    for (const [secretHash, apiKey] of Object.entries({ readOnly, full, unusable }))
      await keys.add({ apiKey, secretHash }, actor);
    const hashes = ['full', 'readOnly', 'FULL', 'unusable', 'full'];
    const found = await Promise.all(hashes.map((hash) => keys.findByHash(hash)));
    expectSame(
      found.map((each) => each?.apiKey),
      [full, readOnly, undefined, unusable, full],
    );
  },

  'refuses a second key with the same hash': async (keys) => {
    const [first, second] = [issuedKey('first'), issuedKey('second', new FakeCryptography(9))];
    await keys.add(first, actor);
    await rejectionOf(keys.add({ ...second, secretHash: first.secretHash }, actor));
    expectSame(await keys.list(), [first.apiKey]);
    expectSame(await logLines(keys), ['zoë issued first']);
  },

  'lists all keys, the oldest first, independent of the order of insertion': async (keys) => {
    const cryptography = new FakeCryptography();
    for (const minute of [2, 0, 1]) {
      const { apiKey, secretHash } = issuedKey(`minute ${minute}`, cryptography);
      const createdAt = new Date(issuedAt.getTime() + minute * 60_000);
      await keys.add({ apiKey: ApiKey.restore({ ...apiKey.snapshot(), createdAt }), secretHash }, actor);
    }
    const names = (await keys.list()).map((apiKey) => apiKey.snapshot().name);
    expectSame(names, ['minute 0', 'minute 1', 'minute 2']);
  },

  'adds a first key once for concurrent calls': async (keys) => {
    let count = 0;
    const issue = async () => issuedKey(`first ${++count}`);
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
    await keys.addFirst(async () => issuedKey('first'), actor);
    expectSame(await logLines(keys), ['zoë issued first']);
  },

  'records the use of a key, and of no other key, with its own time': async (keys) => {
    const [used, unused] = await addKeys(keys, 'used', 'unused');
    const before = await keys.now();
    await keys.recordUse(used!.apiKey.publicId);
    await keys.recordUse('key_0000000000000');
    const { apiKey, now } = (await keys.findByHash(used!.secretHash))!;
    const { lastUsedAt, ...stored } = apiKey.snapshot();
    expectSame(before <= lastUsedAt! && lastUsedAt! <= now && now <= (await keys.now()), true);
    expectSame({ ...stored, lastUsedAt: null }, used!.apiKey.snapshot());
    expectSame((await keys.findByHash(unused!.secretHash))?.apiKey, unused!.apiKey);
  },

  'revokes a key once for concurrent calls, with its own time and a log entry, and no other key': async (keys) => {
    const [revoked, other] = await addKeys(keys, 'revoked', 'other');
    const { publicId } = revoked!.apiKey;
    const before = await keys.now();
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => keys.revoke(publicId, actor)));
    const refused = outcomes.filter((outcome) => 'reason' in outcome && outcome.reason instanceof ApiKeyAlreadyRevoked);
    expectSame(refused.length, 4);
    const { revokedAt } = (await keys.findByHash(revoked!.secretHash))!.apiKey.snapshot();
    expectSame(before <= revokedAt! && revokedAt! <= (await keys.now()), true);
    expectSame((await keys.findByHash(other!.secretHash))?.apiKey, other!.apiKey);
    expectSame(await logLines(keys), ['zoë issued revoked', 'zoë issued other', 'zoë revoked revoked']);
    const { at, publicId: logged, access } = (await keys.log()).at(-1)!;
    expectSame([before <= at && at <= (await keys.now()), logged, access], [true, publicId, 'full']);
  },

  'throws ApiKeyNotFound for an unknown key': async (keys) => {
    const [added] = await addKeys(keys, 'checkout');
    const notFound = await rejectionOf(keys.revoke('key_0000000000000', actor));
    expectSame(notFound instanceof ApiKeyNotFound && notFound.message.includes('key_0000000000000'), true);
    expectSame(await keys.list(), [added!.apiKey]);
  },
};

/** Adds keys with these names, in this order. */
async function addKeys(keys: ApiKeyRepository, ...names: string[]) {
  const cryptography = new FakeCryptography();
  const added = names.map((name) => issuedKey(name, cryptography));
  for (const key of added) await keys.add(key, actor);
  return added;
}

/** Returns the log entries as text, without times. */
async function logLines(keys: ApiKeyRepository): Promise<string[]> {
  return (await keys.log()).map(({ actor: actorName, action, name }) => `${actorName} ${action} ${name}`);
}
