import { issuedKey } from '@petstore/access-domain/testing';
import { VerifiedKeyCache, type VerifiedKey } from './verified-key-cache.ts';

const { apiKey } = issuedKey();
const key: VerifiedKey = { id: apiKey.publicId, apiKey, confirm: () => undefined };
const started = 5_000;

let cache: VerifiedKeyCache;

beforeEach(() => {
  cache = new VerifiedKeyCache();
});

const cached = (hashes: readonly string[]) => hashes.filter((hash) => cache.get(hash, started) !== undefined);

function add(...hashes: string[]): void {
  for (const hash of hashes) cache.set(hash, key, started, Infinity);
}

const hashes = (count: number) => Array.from({ length: count }, (_, number) => `hash ${number}`);

it('returns only keys that were added', () => {
  add('hash');
  expect(cache.get('hash', started)?.key).toBe(key);
  expect(cache.get('another hash', started)).toBeUndefined();
});

it.each([
  ['one second, when the key never expires', Infinity, 1_000],
  ['one second, when the key expires later', 1_001, 1_000],
  ['until the key expires', 400, 400],
  ['one millisecond, when the key expires then', 1, 1],
])('keeps an entry for %s', (_, usableFor, lifetime) => {
  cache.set('hash', key, started, usableFor);
  expect(cache.get('hash', started + lifetime - 1)?.key).toBe(key);
  expect(cache.get('hash', started + lifetime)).toBeUndefined();
});

it('deletes an expired entry', () => {
  add('hash');
  expect(cache.get('hash', started + 1_000)).toBeUndefined();
  expect(cache.get('hash', started)).toBeUndefined();
});

it('replaces an entry', () => {
  cache.set('hash', key, started, Infinity);
  cache.set('hash', key, started + 600, Infinity);
  expect(cache.get('hash', started + 1_599)?.key).toBe(key);
  cache.set('hash', key, started + 1_600, 1);
  expect(cache.get('hash', started + 1_601)).toBeUndefined();
});

it('asks for one refresh of an entry, after half of its lifetime', () => {
  cache.set('hash', key, started, 400);
  const startRefresh = (after: number) => cache.get('hash', started + after)?.startRefresh(started + after);
  expect([199, 200, 201].map(startRefresh)).toEqual([false, true, false]);
});

describe('when it is full', () => {
  it('keeps the ten thousand keys with the latest checks', () => {
    const all = hashes(10_003);
    add(...all);
    expect(cached(all)).toEqual(all.slice(3));
  });

  it('keeps a key that was checked again longer than the others', () => {
    const all = hashes(10_000);
    add(...all, all[1]!);
    expect(cached(all)).toEqual(all);
    add('one more', 'and another');
    expect(cached(all)).toEqual([all[1], ...all.slice(3)]);
  });
});
