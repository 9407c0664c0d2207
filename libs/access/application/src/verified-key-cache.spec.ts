import { issuedKey } from '@petstore/access-domain/testing';
import { VerifiedKeys, type VerifiedKey } from './verified-key-cache.ts';

const key: VerifiedKey = { apiKey: issuedKey().apiKey, confirm: () => key };
const started = 5_000;

let verified: VerifiedKeys;

beforeEach(() => {
  verified = new VerifiedKeys();
});

/** The hashes of these that are believed at the start of their check. */
const believed = (hashes: readonly string[]) => hashes.filter((hash) => verified.find(hash, started) !== undefined);

function remember(...hashes: string[]): void {
  for (const hash of hashes) verified.remember(hash, key, started, Infinity);
}

const hashes = (count: number) => Array.from({ length: count }, (_, number) => `hash ${number}`);

it('believes nothing that it was not told', () => {
  remember('hash');
  expect(verified.find('hash', started)).toBe(key);
  expect(verified.find('another hash', started)).toBeUndefined();
});

it.each([
  ['a second, when the key never ends', Infinity, 1_000],
  ['a second, when the key ends later', 1_001, 1_000],
  ['as long as the key has', 400, 400],
  ['a millisecond, when that is what the key has', 1, 1],
])('believes for %s', (_, usableFor, belief) => {
  verified.remember('hash', key, started, usableFor);
  expect(verified.find('hash', started + belief - 1)).toBe(key);
  expect(verified.find('hash', started + belief)).toBeUndefined();
});

it('keeps nothing that it does not believe any more', () => {
  remember('hash');
  expect(verified.find('hash', started + 1_000)).toBeUndefined();
  expect(verified.find('hash', started)).toBeUndefined();
});

it('believes what it was told last', () => {
  verified.remember('hash', key, started, Infinity);
  verified.remember('hash', key, started + 600, Infinity);
  expect(verified.find('hash', started + 1_599)).toBe(key);
  verified.remember('hash', key, started + 1_600, 1);
  expect(verified.find('hash', started + 1_601)).toBeUndefined();
});

describe('of more keys than it has room for', () => {
  it('keeps ten thousand, those that were checked last', () => {
    const all = hashes(10_003);
    remember(...all);
    expect(believed(all)).toEqual(all.slice(3));
  });

  it('keeps one that is checked anew longer than those that are not', () => {
    const all = hashes(10_000);
    remember(...all, all[1]!);
    expect(believed(all)).toEqual(all);
    remember('one more', 'and another');
    expect(believed(all)).toEqual([all[1], ...all.slice(3)]);
  });
});
