import { issuedKey } from '@petstore/access-domain/testing';
import { VerifiedKeyCache, type VerifiedKey } from './verified-key-cache.ts';

const { apiKey } = issuedKey();
const key: VerifiedKey = {
  id: apiKey.publicId,
  apiKey,
  confirm: () => undefined,
  requireWriteAccess: () => undefined,
};
/** Milliseconds of the monotonic clock. */
const checkStarted = 5_000;

let cache: VerifiedKeyCache;

beforeEach(() => {
  cache = new VerifiedKeyCache();
});

const cachedOf = (hashes: readonly string[]) => hashes.filter((hash) => cache.get(hash, checkStarted) !== undefined);

function add(...hashes: string[]): void {
  for (const hash of hashes) cache.set(hash, key, checkStarted, Infinity);
}

const hashes = (count: number) => Array.from({ length: count }, (_, number) => `hash ${number}`);

it('returns only keys that were added', () => {
  add('hash');
  expect(cache.get('hash', checkStarted)?.key).toBe(key);
  expect(cache.get('another hash', checkStarted)).toBeUndefined();
});

it.each([
  ['one second if the key never expires', Infinity, 1_000],
  ['one second if the key expires later', 1_001, 1_000],
  ['400 ms if the key expires then', 400, 400],
  ['one millisecond if the key expires then', 1, 1],
])('keeps an entry for %s', (_, remainingLifetime, lifetime) => {
  cache.set('hash', key, checkStarted, remainingLifetime);
  expect(cache.get('hash', checkStarted + lifetime - 1)?.key).toBe(key);
  expect(cache.get('hash', checkStarted + lifetime)).toBeUndefined();
});

it('deletes an expired entry', () => {
  add('hash');
  expect(cache.get('hash', checkStarted + 1_000)).toBeUndefined();
  expect(cache.get('hash', checkStarted)).toBeUndefined();
});

it('replaces an entry', () => {
  cache.set('hash', key, checkStarted, Infinity);
  cache.set('hash', key, checkStarted + 600, Infinity);
  expect(cache.get('hash', checkStarted + 1_599)?.key).toBe(key);
  cache.set('hash', key, checkStarted + 1_600, 1);
  expect(cache.get('hash', checkStarted + 1_601)).toBeUndefined();
});

it('requests one refresh of an entry, after half of its lifetime', () => {
  cache.set('hash', key, checkStarted, 400);
  const startRefresh = (after: number) => cache.get('hash', checkStarted + after)?.startRefresh(checkStarted + after);
  expect([199, 200, 201].map(startRefresh)).toEqual([false, true, false]);
});

describe('a full cache', () => {
  it('keeps the 10,000 keys with the latest checks', () => {
    const all = hashes(10_003);
    add(...all);
    expect(cachedOf(all)).toEqual(all.slice(3));
  });

  it('evicts a key that was checked again later than the keys that were added after it', () => {
    const all = hashes(10_000);
    add(...all, all[1]!);
    expect(cachedOf(all)).toEqual(all);
    add('one more', 'and another');
    expect(cachedOf(all)).toEqual([all[1], ...all.slice(3)]);
  });
});
