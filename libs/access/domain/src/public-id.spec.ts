import { inspect } from 'node:util';
import { newPublicId, parsePublicId } from './public-id.ts';
import { FakeCryptography, issuedKey } from './testing/index.ts';

const id = 'key_00i83Cgecdbus';

/** Digits of a secret that a test searches for: too many to occur by chance. */
const searchedDigits = 7;

it.each([
  ['only zeros', 0, 'key_0000000000000'],
  // Calculated with Python's int.from_bytes.
  ['the largest', 255, 'key_1SkYaaiXSSTS3'],
])('newPublicId encodes 9 random bytes, and parsePublicId accepts the result: %s', (_, byte, expected) => {
  const randomBytes = jest.fn((count: number) => new Uint8Array(count).fill(byte));
  expect(newPublicId(Object.assign(new FakeCryptography(), { randomBytes }))).toBe(expected);
  expect(randomBytes.mock.calls).toEqual([[9]]);
  expect(parsePublicId(expected)).toBe(expected);
});

it.each([
  ['an empty text', ''],
  ['the prefix alone', 'key_'],
  ['a missing prefix', id.slice('key_'.length)],
  ['another prefix', id.replace('key_', 'pet_')],
  ['an upper-case prefix', id.replace('key_', 'KEY_')],
  ['one digit too few', id.slice(0, -1)],
  ['one digit too many', `${id}0`],
  ['a character outside base62', id.replace(/.$/, '-')],
  ['a leading space', ` ${id}`],
  ['a trailing line feed', `${id}\n`],
  ['two ids', `${id},${id}`],
  ['a LIKE pattern', 'key_%'],
])('parsePublicId refuses %s', (_, text) => {
  expect(() => parsePublicId(text)).toThrow(expect.objectContaining({ code: 'invalid_key_id' }));
});

it.each([
  ['alone', (secret: string) => secret],
  ['after Bearer', (secret: string) => `Bearer ${secret}`],
  ['after the prefix of an id', (secret: string) => `key_${secret}`],
])('the error does not contain a secret that was passed as an id, %s', (_, paste) => {
  const { text: secret } = issuedKey().secret;
  const error = errorOf(() => parsePublicId(paste(secret)));
  expect(error).toMatchObject({
    code: 'invalid_key_id',
    message: 'the id of a key must be key_ and 13 letters or digits',
  });
  expect(inspect(error)).not.toContain(secret.slice('pets_'.length, 'pets_'.length + searchedDigits));
});

function errorOf(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    return error;
  }
}
