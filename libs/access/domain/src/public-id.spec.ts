import { inspect } from 'node:util';
import { newPublicId, parsePublicId } from './public-id.ts';
import { FakeCryptography, issuedKey } from './testing/index.ts';

const id = 'key_00i83Cgecdbus';

it.each([
  ['only zeros', 0, 'key_0000000000000'],
  // Calculated with Python's int.from_bytes.
  ['the largest', 255, 'key_1SkYaaiXSSTS3'],
])('is created from 9 random bytes and parsed again: %s', (_, byte, made) => {
  const randomBytes = jest.fn((count: number) => new Uint8Array(count).fill(byte));
  expect(newPublicId({ randomBytes, sha256: () => '' })).toBe(made);
  expect(randomBytes.mock.calls).toEqual([[9]]);
  expect(parsePublicId(made)).toBe(made);
});

it('is different each time', () => {
  const cryptography = new FakeCryptography();
  expect(newPublicId(cryptography)).not.toBe(newPublicId(cryptography));
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
])('refuses %s', (_, text) => {
  expect(() => parsePublicId(text)).toThrow(expect.objectContaining({ code: 'invalid_key_id' }));
});

it.each([
  ['alone', (secret: string) => secret],
  ['after Bearer', (secret: string) => `Bearer ${secret}`],
  ['after the prefix of an id', (secret: string) => `key_${secret}`],
])('does not repeat a secret that was pasted by mistake, %s', (_, paste) => {
  const { text: secret } = issuedKey().secret;
  const refusal: unknown = attempt(() => parsePublicId(paste(secret)));
  expect(refusal).toMatchObject({
    kind: 'invalid',
    code: 'invalid_key_id',
    message: 'the id of a key must be key_ and 13 letters or digits',
  });
  expect(inspect(refusal)).not.toContain(secret.slice('pets_'.length, 12));
});

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
