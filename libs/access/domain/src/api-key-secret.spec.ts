import { ApiKeySecret } from './api-key-secret.ts';

const digits = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
const counting = Uint8Array.from({ length: 32 }, (_, index) => index);
const key = 'pets_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf3QU8yC';
const positions = [...key].map((_, position) => position);

function accepted(texts: readonly string[]): string[] {
  return texts.filter((text) => ApiKeySecret.parse(text) !== undefined);
}

/** Calculated once with Python's int.from_bytes and zlib.crc32. */
describe.each([
  ['32 zeros', new Uint8Array(32), 'pets_00000000000000000000000000000000000000000002kWGm4'],
  ['0 to 31', counting, key],
  ['32 times 255', new Uint8Array(32).fill(255), 'pets_yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp117y9WW'],
])('the bytes %s', (_, bytes, text) => {
  it('make the same key everywhere', () => {
    expect(ApiKeySecret.of(bytes).text).toBe(text);
  });

  it('make a key that is understood again', () => {
    expect(ApiKeySecret.parse(text)?.text).toBe(text);
  });
});

it('needs 32 bytes', () => {
  expect(ApiKeySecret.entropy).toBe(32);
});

describe('a typing error is noticed', () => {
  it('when any one character is another', () => {
    const changed = positions.flatMap((position) =>
      digits
        .filter((digit) => digit !== key[position])
        .map((digit) => key.slice(0, position) + digit + key.slice(position + 1)),
    );
    expect(changed.length).toBeGreaterThan(3_000);
    expect(accepted(changed)).toEqual([]);
  });

  it('when two neighbours are swapped', () => {
    const swapped = positions
      .slice(1)
      .map((position) => key.slice(0, position - 1) + key[position] + key[position - 1] + key.slice(position + 1));
    expect(accepted(swapped.filter((text) => text !== key))).toEqual([]);
  });

  it('when a character is missing', () => {
    expect(accepted(positions.map((position) => key.slice(0, position) + key.slice(position + 1)))).toEqual([]);
  });

  it('when a character is typed twice', () => {
    expect(accepted(positions.map((position) => key.slice(0, position + 1) + key.slice(position)))).toEqual([]);
  });
});

it.each([
  ['nothing', ''],
  ['the prefix alone', 'pets_'],
  ['another case', key.toLowerCase()],
  ['another prefix', key.replace('pets_', 'PETS_')],
  ['no prefix', key.slice('pets_'.length)],
  ['white space before', ` ${key}`],
  ['white space after', `${key} `],
  ['a line break after', `${key}\n`],
  ['the scheme before', `Bearer ${key}`],
  ['two keys', key + key],
])('refuses %s', (_, text) => {
  expect(ApiKeySecret.parse(text)).toBeUndefined();
});

it.each([
  ['another prefix', 'cats_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf4Mvnbb'],
  ['a character that is no base62 digit', 'pets_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDl-1eNZrI'],
  ['a digit too few', 'pets_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDl0bbyir'],
  ['a digit too many', 'pets_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf04RxkCz'],
])('refuses %s, also when the checksum is right', (_, text) => {
  expect(ApiKeySecret.parse(text)).toBeUndefined();
});

it('shows no more of itself than the prefix and four characters', () => {
  expect(ApiKeySecret.of(counting).hint).toBe('pets_003a');
});

it.each([0, 31, 33])('is never made of %i bytes', (count) => {
  expect(() => ApiKeySecret.of(new Uint8Array(count))).toThrow(RangeError);
});
