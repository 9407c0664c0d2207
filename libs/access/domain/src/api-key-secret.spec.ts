import { crc32 } from 'node:zlib';
import { ApiKeySecret } from './api-key-secret.ts';
import { newPublicId } from './api-key.value-objects.ts';
import { FakeCryptography } from './testing/index.ts';

class RealChecksum extends FakeCryptography {
  constructor(private readonly bytes: Uint8Array = new Uint8Array()) {
    super();
  }

  override randomBytes(count: number): Uint8Array {
    expect(count).toBe(this.bytes.length);
    return this.bytes;
  }

  override readonly crc32 = (text: string) => crc32(text);
}

const digits = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
const zeroTo31 = Uint8Array.from({ length: 32 }, (_, index) => index);
const key = 'pets_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf3QU8yC';
const positions = [...key].map((_, position) => position);
const isValid = (text: string) => ApiKeySecret.isValid(text, new RealChecksum());

// The expected keys were calculated with Python's int.from_bytes and zlib.crc32.
it.each([
  ['32 zeros', new Uint8Array(32), 'pets_00000000000000000000000000000000000000000002kWGm4'],
  ['0 to 31', zeroTo31, key],
  ['32 times 255', new Uint8Array(32).fill(255), 'pets_yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp117y9WW'],
])('the random bytes %s are encoded to the expected key, which is valid', (_, bytes, text) => {
  const secret = ApiKeySecret.generate(new RealChecksum(bytes));
  expect(secret.text).toBe(text);
  expect(secret.prefix).toBe(text.slice(0, 9));
  expect(isValid(text)).toBe(true);
});

it('the checksum detects a wrong, a missing, a repeated and two swapped characters', () => {
  const wrong = positions.flatMap((position) =>
    digits
      .filter((digit) => digit !== key[position])
      .map((digit) => key.slice(0, position) + digit + key.slice(position + 1)),
  );
  const missing = positions.map((position) => key.slice(0, position) + key.slice(position + 1));
  const repeated = positions.map((position) => key.slice(0, position + 1) + key.slice(position));
  const swapped = positions
    .slice(1)
    .map((position) => key.slice(0, position - 1) + key[position] + key[position - 1] + key.slice(position + 1));
  expect(wrong.length).toBeGreaterThan(3_000);
  const texts = [...wrong, ...missing, ...repeated, ...swapped.filter((text) => text !== key)];
  expect(texts.filter(isValid)).toEqual([]);
});

it.each([
  ['an empty text', ''],
  ['another letter case', key.toLowerCase()],
  ['a missing prefix', key.slice('pets_'.length)],
  ['white space', ` ${key}`],
  ['a trailing line break', `${key}\n`],
  ['two keys', key + key],
  // These have the correct checksum.
  ['another prefix', 'cats_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf4Mvnbb'],
  ['a character outside base62', 'pets_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDl-1eNZrI'],
  ['one digit too few', 'pets_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDl0bbyir'],
  ['one digit too many', 'pets_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf04RxkCz'],
])('refuses %s', (_, text) => {
  expect(isValid(text)).toBe(false);
});

it('occursIn finds a key in a text, also with a wrong checksum, because it may be a mistyped key', () => {
  const texts = [key, `/v1/pets?key=${key}&limit=1`, `${key.slice(0, -1)}D`, key.slice(0, -1), key.toUpperCase()];
  expect(texts.map((text) => ApiKeySecret.occursIn(text))).toEqual([true, true, true, false, false]);
});

it.each([
  [0, 'key_0000000000000'],
  // Calculated with Python's int.from_bytes.
  [255, 'key_1SkYaaiXSSTS3'],
])('a public id encodes 9 random bytes: 9 times %i', (byte, id) => {
  expect(newPublicId(new RealChecksum(new Uint8Array(9).fill(byte)))).toBe(id);
});
