import { expectSame, rejectionOf } from '@petstore/kernel/testing';
import { Actor } from '../actor.ts';
import { ApiKey } from '../api-key.ts';
import type { ApiKeyRepository } from '../api-key.repository.ts';
import { newAuditEntry } from '../audit-entry.ts';
import { actor, addKey, addKeys, logLines } from './key-fixtures.ts';
import { apiKeyChangeContract } from './api-key-change.contract.ts';
import { FakeCryptography } from './fake-cryptography.ts';
import { issuedAt, issuedKey } from './issued-key.ts';

/** Rules that every ApiKeyRepository must follow. Each function gets an empty repository and throws if the rule is violated. */
export const apiKeyRepositoryContract: Record<string, (keys: ApiKeyRepository) => Promise<void>> = {
  'finds a key, unchanged, by its hash only': async (keys) => {
    const cryptography = new FakeCryptography();
    const [apiKey, other] = [
      issuedKey("O'Malley's checkout", cryptography, '1h').apiKey,
      issuedKey('b', cryptography).apiKey,
    ];
    await addKey(keys, apiKey, 'hash');
    await addKey(keys, other, 'other hash');
    expectSame((await keys.findByHash('hash'))?.apiKey, apiKey);
    expectSame((await keys.findByHash('other hash'))?.apiKey, other);
    expectSame(await keys.findByHash('HASH'), undefined);
  },

  'finds a key that is expired, revoked and rotated, unchanged': async (keys) => {
    const [expiresAt, revokedAt, lastUsedAt] = [new Date(1_001), new Date(2_002), new Date(3_003)];
    const { apiKey } = issuedKey();
    const unusable = ApiKey.restore({
      ...apiKey.snapshot(),
      expiresAt,
      revokedAt,
      lastUsedAt,
      successorId: 'key_next',
    });
    await addKey(keys, unusable, 'hash');
    expectSame((await keys.findByHash('hash'))?.apiKey, unusable);
  },

  'finds a read-only key, unchanged, beside a full one': async (keys) => {
    const cryptography = new FakeCryptography();
    const readOnly = issuedKey('website', cryptography, '1h', 'read-only').apiKey;
    const full = issuedKey('desk', cryptography, '1h', 'full').apiKey;
    await addKey(keys, readOnly, 'hash');
    await addKey(keys, full, 'other hash');
    const found = await Promise.all(['hash', 'other hash', 'hash'].map((hash) => keys.findByHash(hash)));
    expectSame(
      found.map((key) => key?.apiKey),
      [readOnly, full, readOnly],
    );
    expectSame((await keys.list()).map(({ name, access }) => `${name.text} ${access}`).sort(), [
      'desk full',
      'website read-only',
    ]);
  },

  'refuses a second key with the same hash': async (keys) => {
    const cryptography = new FakeCryptography();
    await addKey(keys, issuedKey('first', cryptography).apiKey, 'hash');
    await rejectionOf(addKey(keys, issuedKey('second', cryptography).apiKey, 'hash'));
    expectSame((await keys.findByHash('hash'))?.apiKey.name.text, 'first');
    expectSame((await keys.list()).length, 1);
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
    const createdIds: string[] = [];
    const create = async () => {
      const { apiKey } = issuedKey('first', cryptography);
      createdIds.push(apiKey.publicId);
      return { apiKey, secretHash: apiKey.publicId, entry: newAuditEntry(actor, 'issued', apiKey) };
    };
    await Promise.all([keys.addFirst(create), keys.addFirst(create), keys.addFirst(create)]);
    await keys.addFirst(create);
    expectSame(createdIds.length, 1);
    expectSame(
      (await keys.list()).map(({ publicId }) => publicId),
      createdIds,
    );
    expectSame(await logLines(keys), ['zoë issued first']);
  },

  'adds no first key when `create` fails, and calls `create` again next time': async (keys) => {
    const { apiKey } = issuedKey('first');
    const error = new Error('the disk is full');
    const thrown = await keys.addFirst(() => Promise.reject(error)).catch((reason: unknown) => reason);
    expectSame(thrown === error, true);
    expectSame(await keys.list(), []);
    await keys.addFirst(async () => ({ apiKey, secretHash: 'hash', entry: newAuditEntry(actor, 'issued', apiKey) }));
    expectSame(await namesIn(keys), ['first']);
  },

  'adds no first key after all keys were removed': async (keys) => {
    const [checkout] = await addKeys(keys, 'checkout');
    await keys.remove([newAuditEntry(actor, 'pruned', checkout!)]);
    await keys.addFirst(() => Promise.reject(new Error('`create` was called')));
    expectSame(await keys.list(), []);
    expectSame(await logLines(keys), ['zoë issued checkout', 'zoë pruned checkout']);
  },

  'returns its own time with every key that it finds': async (keys) => {
    await addKeys(keys, 'checkout');
    const before = await keys.now();
    const found = await keys.findByHash('checkout');
    expectAscending(before, found?.now, await keys.now());
  },

  'records the use of a key, and of no other key': async (keys) => {
    const [used, unused] = await addKeys(keys, 'used', 'unused');
    const before = await keys.now();
    await keys.recordUse(used!.publicId);
    const stored = (await keys.findByHash('used'))?.apiKey.snapshot();
    expectAscending(before, stored?.lastUsedAt, await keys.now());
    expectSame({ ...stored, lastUsedAt: null }, used!.snapshot());
    expectSame((await keys.findByHash('unused'))?.apiKey, unused);
  },

  'ignores the use of an unknown key': async (keys) => {
    const [apiKey] = await addKeys(keys, 'checkout');
    await keys.recordUse('key_0000000000000');
    expectSame(await keys.list(), [apiKey]);
  },

  'removes only the keys that the entries name, and stores the entries': async (keys) => {
    const [first, second] = await addKeys(keys, 'first', 'second', 'third');
    await keys.remove([first!, second!].map((apiKey) => newAuditEntry(Actor.of('adam'), 'pruned', apiKey)));
    expectSame(await namesIn(keys), ['third']);
    expectSame(await keys.findByHash('first'), undefined);
    expectSame((await logLines(keys)).slice(3), ['adam pruned first', 'adam pruned second']);
  },

  'removes nothing and stores no log entry when it receives no entries': async (keys) => {
    await addKeys(keys, 'checkout');
    await keys.remove([]);
    expectSame(await namesIn(keys), ['checkout']);
    expectSame(await logLines(keys), ['zoë issued checkout']);
  },

  'removes a key once, with one log entry, for concurrent calls': async (keys) => {
    const [checkout] = await addKeys(keys, 'checkout');
    const entry = newAuditEntry(actor, 'pruned', checkout!);
    const counts = await Promise.all([keys.remove([entry]), keys.remove([entry])]);
    expectSame(counts.sort(), [0, 1]);
    expectSame(await logLines(keys), ['zoë issued checkout', 'zoë pruned checkout']);
  },

  'returns actor, action, key and time of every log entry, the oldest first': async (keys) => {
    const before = await keys.now();
    const [first, second] = await addKeys(keys, 'first', 'second');
    const log = await keys.log();
    expectAscending(before, ...log.map(({ at }) => at), await keys.now());
    expectSame(
      log.map((entry) => Object.fromEntries(Object.entries({ ...entry, at: undefined }).sort())),
      [first, second].map((apiKey) => ({
        access: 'full',
        action: 'issued',
        actor: 'zoë',
        name: apiKey!.name.text,
        publicId: apiKey!.publicId,
      })),
    );
  },

  'does not modify a log entry that it receives': async (keys) => {
    const { apiKey } = issuedKey('checkout');
    const entry = Object.freeze(newAuditEntry(actor, 'issued', apiKey));
    await keys.add(apiKey, 'hash', entry);
    await keys.change(apiKey.publicId, (changed) => ({ changed, entries: [entry] }));
    await keys.remove([entry]);
    expectSame(await logLines(keys), ['zoë issued checkout', 'zoë issued checkout', 'zoë issued checkout']);
  },

  ...apiKeyChangeContract,
};

async function namesIn(keys: ApiKeyRepository): Promise<string[]> {
  return (await keys.list()).map(({ name }) => name.text);
}

function expectAscending(...times: (Date | null | undefined)[]): void {
  const numbers = times.map(Number);
  expectSame(
    numbers,
    numbers.toSorted((a, b) => a - b),
  );
}
