import { ApiKeySecret } from './api-key-secret.ts';

const digits = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
const zeroTo31 = Uint8Array.from({ length: 32 }, (_, index) => index);
const key = 'pets_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf3QU8yC';
const positions = [...key].map((_, position) => position);

function parseable(texts: readonly string[]): string[] {
  return texts.filter((text) => ApiKeySecret.parse(text) !== undefined);
}

/** The expected keys were calculated with Python's int.from_bytes and zlib.crc32. */
describe.each([
  ['32 zeros', new Uint8Array(32), 'pets_00000000000000000000000000000000000000000002kWGm4'],
  ['0 to 31', zeroTo31, key],
  ['32 times 255', new Uint8Array(32).fill(255), 'pets_yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp117y9WW'],
])('the bytes %s', (_, bytes, text) => {
  it('are encoded to the expected key', () => {
    expect(ApiKeySecret.of(bytes).text).toBe(text);
  });

  it('are encoded to a key that can be parsed', () => {
    expect(ApiKeySecret.parse(text)?.text).toBe(text);
  });
});

it('has an entropy of 32 bytes', () => {
  expect(ApiKeySecret.entropy).toBe(32);
});

describe('the checksum detects a typing error:', () => {
  it('one wrong character', () => {
    const changed = positions.flatMap((position) =>
      digits
        .filter((digit) => digit !== key[position])
        .map((digit) => key.slice(0, position) + digit + key.slice(position + 1)),
    );
    expect(changed.length).toBeGreaterThan(3_000);
    expect(parseable(changed)).toEqual([]);
  });

  it('two neighbouring characters swapped', () => {
    const swapped = positions
      .slice(1)
      .map((position) => key.slice(0, position - 1) + key[position] + key[position - 1] + key.slice(position + 1));
    expect(parseable(swapped.filter((text) => text !== key))).toEqual([]);
  });

  it('a missing character', () => {
    expect(parseable(positions.map((position) => key.slice(0, position) + key.slice(position + 1)))).toEqual([]);
  });

  it('a repeated character', () => {
    expect(parseable(positions.map((position) => key.slice(0, position + 1) + key.slice(position)))).toEqual([]);
  });
});

it.each([
  ['an empty text', ''],
  ['the prefix alone', 'pets_'],
  ['another letter case', key.toLowerCase()],
  ['another prefix', key.replace('pets_', 'PETS_')],
  ['a missing prefix', key.slice('pets_'.length)],
  ['leading white space', ` ${key}`],
  ['trailing white space', `${key} `],
  ['a trailing line break', `${key}\n`],
  ['a leading authentication scheme', `Bearer ${key}`],
  ['two keys', key + key],
])('refuses %s', (_, text) => {
  expect(ApiKeySecret.parse(text)).toBeUndefined();
});

it.each([
  ['another prefix', 'cats_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf4Mvnbb'],
  ['a character outside base62', 'pets_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDl-1eNZrI'],
  ['one digit too few', 'pets_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDl0bbyir'],
  ['one digit too many', 'pets_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf04RxkCz'],
])('refuses %s even if the checksum is correct', (_, text) => {
  expect(ApiKeySecret.parse(text)).toBeUndefined();
});

it('has a prefix of pets_ and four characters', () => {
  expect(ApiKeySecret.of(zeroTo31).prefix).toBe('pets_003a');
});

it.each([0, 31, 33])('refuses %i bytes', (count) => {
  expect(() => ApiKeySecret.of(new Uint8Array(count))).toThrow(
    expect.objectContaining({ name: 'RangeError', message: 'a key takes 32 bytes' }),
  );
});

describe('occursIn', () => {
  it.each([key, `Bearer ${key}`, `/v1/pets?key=${key}&limit=1`, key + key])('finds the key in %s', (text) => {
    expect(ApiKeySecret.occursIn(text)).toBe(true);
  });

  it('finds a text of the format with a wrong checksum, because it may be a mistyped key', () => {
    expect(ApiKeySecret.occursIn(`${key.slice(0, -1)}D`)).toBe(true);
  });

  it.each(['', 'pets_', key.slice(0, -1), key.slice(1), key.toUpperCase()])('finds no key in "%s"', (text) => {
    expect(ApiKeySecret.occursIn(text)).toBe(false);
  });
});
