import { Actor } from '../actor.ts';
import { ApiKey } from '../api-key.ts';
import type { ApiKeyRepository } from '../api-key.repository.ts';
import { audited } from '../audit-entry.ts';
import { actor, addKey, addKeys, deeds } from './added-keys.ts';
import { apiKeyChangeContract } from './api-key-change.contract.ts';
import { CountingCryptography } from './counting-cryptography.ts';
import { expectSame, failureOf } from './expect-same.ts';
import { issuedAt, issuedKey } from './issued-key.ts';

/** What every ApiKeyRepository holds, each rule on an empty one: a sentence and a check that throws when it is broken. */
export const apiKeyRepositoryContract: Record<string, (keys: ApiKeyRepository) => Promise<void>> = {
  'finds a key, as it was added, by the hash it was added with, and by no other': async (keys) => {
    const cryptography = new CountingCryptography();
    const [apiKey, other] = [
      issuedKey("O'Malley's till", cryptography, '1h').apiKey,
      issuedKey('b', cryptography).apiKey,
    ];
    await addKey(keys, apiKey, 'hash');
    await addKey(keys, other, 'other hash');
    expectSame((await keys.findByHash('hash'))?.apiKey, apiKey);
    expectSame((await keys.findByHash('other hash'))?.apiKey, other);
    expectSame(await keys.findByHash('HASH'), undefined);
  },

  'finds a key in whatever state, and as whatever it was restored': async (keys) => {
    const [expiresAt, revokedAt, lastUsedAt] = [1_001, 2_002, 3_003].map((time) => new Date(time));
    const { apiKey } = issuedKey();
    const dead = ApiKey.restore({ ...apiKey.snapshot(), expiresAt, revokedAt, lastUsedAt, successorId: 'key_next' });
    await addKey(keys, dead, 'hash');
    expectSame((await keys.findByHash('hash'))?.apiKey, dead);
  },

  'keeps no two keys with the same hash': async (keys) => {
    const cryptography = new CountingCryptography();
    await addKey(keys, issuedKey('first', cryptography).apiKey, 'hash');
    await failureOf(addKey(keys, issuedKey('second', cryptography).apiKey, 'hash'));
    expectSame((await keys.findByHash('hash'))?.apiKey.name.text, 'first');
    expectSame((await keys.list()).length, 1);
    expectSame(await deeds(keys), ['zoë issued first']);
  },

  'lists all keys, the oldest first, in whatever order they came': async (keys) => {
    const cryptography = new CountingCryptography();
    for (const minute of [2, 0, 1]) {
      const { apiKey } = issuedKey(`minute ${minute}`, cryptography);
      const createdAt = new Date(issuedAt.getTime() + minute * 60_000);
      await addKey(keys, ApiKey.restore({ ...apiKey.snapshot(), createdAt }));
    }
    expectSame(await namesIn(keys), ['minute 0', 'minute 1', 'minute 2']);
  },

  'keeps a first key once, however many would be first': async (keys) => {
    const cryptography = new CountingCryptography();
    const made: string[] = [];
    const make = async () => {
      const { apiKey } = issuedKey('first', cryptography);
      made.push(apiKey.publicId);
      return { apiKey, secretHash: apiKey.publicId, entry: audited(actor, 'issued', apiKey) };
    };
    await Promise.all([keys.addFirst(make), keys.addFirst(make), keys.addFirst(make)]);
    await keys.addFirst(make);
    expectSame(made.length, 1);
    expectSame(
      (await keys.list()).map(({ publicId }) => publicId),
      made,
    );
    expectSame(await deeds(keys), ['zoë issued first']);
  },

  'keeps no first key when it cannot be made, and lets the next try': async (keys) => {
    const { apiKey } = issuedKey('first');
    const failure = new Error('the disk is full');
    const thrown = await keys.addFirst(() => Promise.reject(failure)).catch((error: unknown) => error);
    expectSame(thrown === failure, true);
    expectSame(await keys.list(), []);
    await keys.addFirst(async () => ({ apiKey, secretHash: 'hash', entry: audited(actor, 'issued', apiKey) }));
    expectSame(await namesIn(keys), ['first']);
  },

  'keeps no first key once there was a key, although all keys are gone': async (keys) => {
    const [till] = await addKeys(keys, 'till');
    await keys.remove([audited(actor, 'pruned', till!)]);
    await keys.addFirst(() => Promise.reject(new Error('a key was made that no operator asked for')));
    expectSame(await keys.list(), []);
    expectSame(await deeds(keys), ['zoë issued till', 'zoë pruned till']);
  },

  'tells its own time with every key it finds': async (keys) => {
    await addKeys(keys, 'till');
    const before = await keys.now();
    const found = await keys.findByHash('till');
    expectAscending(before, found?.now, await keys.now());
  },

  'notes the use of a key, and of no other': async (keys) => {
    const [used, unused] = await addKeys(keys, 'used', 'unused');
    const before = await keys.now();
    await keys.noteUse(used!.publicId);
    const noted = (await keys.findByHash('used'))?.apiKey.snapshot();
    expectAscending(before, noted?.lastUsedAt, await keys.now());
    expectSame({ ...noted, lastUsedAt: undefined }, used!.snapshot());
    expectSame((await keys.findByHash('unused'))?.apiKey, unused);
  },

  'has nothing to note about a key that it does not hold': async (keys) => {
    const [apiKey] = await addKeys(keys, 'till');
    await keys.noteUse('key_0000000000000');
    expectSame(await keys.list(), [apiKey]);
  },

  'forgets the keys that are named, no other, and remembers that it did': async (keys) => {
    const [first, second] = await addKeys(keys, 'first', 'second', 'third');
    await keys.remove([first!, second!].map((apiKey) => audited(Actor.of('adam'), 'pruned', apiKey)));
    expectSame(await namesIn(keys), ['third']);
    expectSame(await keys.findByHash('first'), undefined);
    expectSame((await deeds(keys)).slice(3), ['adam pruned first', 'adam pruned second']);
  },

  'forgets nothing, and remembers nothing new, when no key is named': async (keys) => {
    await addKeys(keys, 'till');
    await keys.remove([]);
    expectSame(await namesIn(keys), ['till']);
    expectSame(await deeds(keys), ['zoë issued till']);
  },

  'forgets a key once, and remembers once that it did, however many forget it': async (keys) => {
    const [till] = await addKeys(keys, 'till');
    const entry = audited(actor, 'pruned', till!);
    const counts = await Promise.all([keys.remove([entry]), keys.remove([entry])]);
    expectSame(counts.sort(), [0, 1]);
    expectSame(await deeds(keys), ['zoë issued till', 'zoë pruned till']);
  },

  'tells who did what to which key and when, the oldest first, and nothing else': async (keys) => {
    const before = await keys.now();
    const [first, second] = await addKeys(keys, 'first', 'second');
    const log = await keys.log();
    expectAscending(before, ...log.map(({ at }) => at), await keys.now());
    expectSame(
      log.map((entry) => Object.fromEntries(Object.entries({ ...entry, at: undefined }).sort())),
      [first, second].map((apiKey) => ({
        action: 'issued',
        actor: 'zoë',
        name: apiKey!.name.text,
        publicId: apiKey!.publicId,
      })),
    );
  },

  'leaves an entry that it was given as it is': async (keys) => {
    const { apiKey } = issuedKey('till');
    const entry = Object.freeze(audited(actor, 'issued', apiKey));
    await keys.add(apiKey, 'hash', entry);
    await keys.change(apiKey.publicId, (changed) => ({ changed, entries: [entry] }));
    await keys.remove([entry]);
    expectSame(await deeds(keys), ['zoë issued till', 'zoë issued till', 'zoë issued till']);
  },

  ...apiKeyChangeContract,
};

async function namesIn(keys: ApiKeyRepository): Promise<string[]> {
  return (await keys.list()).map(({ name }) => name.text);
}

function expectAscending(...times: (Date | undefined)[]): void {
  const numbers = times.map(Number);
  expectSame(
    numbers,
    numbers.toSorted((a, b) => a - b),
  );
}
