import { expectSame, rejectionOf } from '@petstore/kernel/testing';
import { ApiKeyAlreadyRevoked, ApiKeyNotFound } from '../access.errors.ts';
import { ApiKey } from '../api-key.ts';
import type { ApiKeyRepository } from '../api-key.repository.ts';
import { Actor, newAuditEntry } from '../audit-entry.ts';
import { FakeCryptography } from './fake-cryptography.ts';
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
    for (const [hash, apiKey] of Object.entries({ readOnly, full, unusable })) await addKey(keys, apiKey, hash);
    const hashes = ['full', 'readOnly', 'FULL', 'unusable', 'full'];
    const found = await Promise.all(hashes.map((hash) => keys.findByHash(hash)));
    expectSame(
      found.map((each) => each?.apiKey),
      [full, readOnly, undefined, unusable, full],
    );
  },

  'refuses a second key with the same hash': async (keys) => {
    const cryptography = new FakeCryptography();
    await addKey(keys, issuedKey('first', cryptography).apiKey, 'hash');
    await rejectionOf(addKey(keys, issuedKey('second', cryptography).apiKey, 'hash'));
    expectSame(await namesIn(keys), ['first']);
    expectSame(await logLines(keys), ['zoë issued first']);
  },

  'lists all keys, the oldest first, independent of the order of insertion': async (keys) => {
    const cryptography = new FakeCryptography();
    for (const minute of [2, 0, 1]) {
      const { apiKey } = issuedKey(`minute ${minute}`, cryptography);
      const createdAt = new Date(issuedAt.getTime() + minute * 60_000);
      await addKey(keys, ApiKey.restore({ ...apiKey.snapshot(), createdAt }));
    }
    expectSame(await namesIn(keys), ['minute 0', 'minute 1', 'minute 2']);
  },

  'adds a first key once for concurrent calls': async (keys) => {
    const cryptography = new FakeCryptography();
    let count = 0;
    const create = async () => newKey(issuedKey(`first ${++count}`, cryptography).apiKey);
    await Promise.all([keys.addFirst(create), keys.addFirst(create), keys.addFirst(create)]);
    await keys.addFirst(create);
    expectSame(count, 1);
    expectSame(await namesIn(keys), ['first 1']);
    expectSame(await logLines(keys), ['zoë issued first 1']);
  },

  'adds no first key when `create` fails, and calls `create` again next time': async (keys) => {
    const error = new Error('the disk is full');
    expectSame((await rejectionOf(keys.addFirst(() => Promise.reject(error)))) === error, true);
    expectSame(await keys.list(), []);
    await keys.addFirst(async () => newKey(issuedKey('first').apiKey));
    expectSame(await namesIn(keys), ['first']);
  },

  'records the use of a key, and of no other key, with its own time': async (keys) => {
    const [used, unused] = await addKeys(keys, 'used', 'unused');
    const before = await keys.now();
    await keys.recordUse(used!.publicId);
    await keys.recordUse('key_0000000000000');
    const { apiKey, now } = (await keys.findByHash('used'))!;
    const { lastUsedAt, ...stored } = apiKey.snapshot();
    expectSame(before <= lastUsedAt! && lastUsedAt! <= now && now <= (await keys.now()), true);
    expectSame({ ...stored, lastUsedAt: null }, used!.snapshot());
    expectSame((await keys.findByHash('unused'))?.apiKey, unused);
  },

  'stores a changed key and its log entry, with its own times, and changes no other key': async (keys) => {
    const before = await keys.now();
    const [revoked, other] = await addKeys(keys, 'revoked', 'other');
    await keys.change(revoked!.publicId, revoke);
    const { revokedAt } = (await keys.findByHash('revoked'))!.apiKey.snapshot();
    expectSame(before <= revokedAt! && revokedAt! <= (await keys.now()), true);
    expectSame((await keys.findByHash('other'))?.apiKey, other);
    const log = await keys.log();
    expectSame(
      log.every(({ at }, index) => at >= (log[index - 1]?.at ?? before)),
      true,
    );
    const entry = { actor: 'zoë', action: 'revoked', publicId: revoked!.publicId, name: 'revoked', access: 'full' };
    expectSame({ ...log.at(-1), at: undefined }, { ...entry, at: undefined });
    expectSame(await logLines(keys), ['zoë issued revoked', 'zoë issued other', 'zoë revoked revoked']);
  },

  'changes nothing when `decide` throws, and throws ApiKeyNotFound for an unknown key': async (keys) => {
    const [apiKey] = await addKeys(keys, 'checkout');
    const error = new ApiKeyAlreadyRevoked(apiKey!.publicId, new Date(0));
    const decide = () => {
      throw error;
    };
    expectSame((await rejectionOf(keys.change(apiKey!.publicId, decide))) === error, true);
    const notFound = await rejectionOf(keys.change('key_0000000000000', revoke));
    expectSame(notFound instanceof ApiKeyNotFound && notFound.message.includes('key_0000000000000'), true);
    expectSame(await keys.list(), [apiKey]);
    expectSame(await logLines(keys), ['zoë issued checkout']);
  },

  'revokes a key once for concurrent calls': async (keys) => {
    const [apiKey] = await addKeys(keys, 'checkout');
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => keys.change(apiKey!.publicId, revoke)));
    const refused = outcomes.filter((outcome) => 'reason' in outcome && outcome.reason instanceof ApiKeyAlreadyRevoked);
    expectSame(refused.length, 4);
    expectSame(await logLines(keys), ['zoë issued checkout', 'zoë revoked checkout']);
  },
};

function revoke(stored: ApiKey, now: Date) {
  return { changed: stored.revoke(now), entry: newAuditEntry(actor, 'revoked', stored) };
}

function newKey(apiKey: ApiKey, secretHash = apiKey.name.text) {
  return { apiKey, secretHash, entry: newAuditEntry(actor, 'issued', apiKey) };
}

function addKey(keys: ApiKeyRepository, apiKey: ApiKey, secretHash?: string): Promise<void> {
  return keys.add(newKey(apiKey, secretHash));
}

/** Adds keys with these names, in this order. The hash of each key is its name. The public ids differ. */
async function addKeys(keys: ApiKeyRepository, ...names: string[]): Promise<ApiKey[]> {
  const cryptography = new FakeCryptography();
  const added = names.map((name) => issuedKey(name, cryptography).apiKey);
  for (const apiKey of added) await addKey(keys, apiKey);
  return added;
}

async function namesIn(keys: ApiKeyRepository): Promise<string[]> {
  return (await keys.list()).map(({ name }) => name.text);
}

/** Returns the log entries as text, without times. */
async function logLines(keys: ApiKeyRepository): Promise<string[]> {
  return (await keys.log()).map(({ actor: actorName, action, name }) => `${actorName} ${action} ${name}`);
}
