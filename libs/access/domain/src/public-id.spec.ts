import { inspect } from 'node:util';
import { InvalidKeyId } from './access.errors.ts';
import { newPublicId, publicIdOf } from './public-id.ts';
import { CountingCryptography, issuedKey } from './testing/index.ts';

const id = 'key_00i83Cgecdbus';

it.each([
  ['only zeros', 0, 'key_0000000000000'],
  // Calculated once with Python's int.from_bytes.
  ['the largest', 255, 'key_1SkYaaiXSSTS3'],
])('is made of 9 random bytes, and understood again, when they are %s', (_, byte, made) => {
  const randomBytes = jest.fn((count: number) => new Uint8Array(count).fill(byte));
  expect(newPublicId({ randomBytes, sha256: () => '' })).toBe(made);
  expect(randomBytes.mock.calls).toEqual([[9]]);
  expect(publicIdOf(made)).toBe(made);
});

it('is another one each time', () => {
  const cryptography = new CountingCryptography();
  expect(newPublicId(cryptography)).not.toBe(newPublicId(cryptography));
});

it.each([
  ['nothing', ''],
  ['the prefix alone', 'key_'],
  ['no prefix', id.slice('key_'.length)],
  ['another prefix', id.replace('key_', 'pet_')],
  ['a prefix in capitals', id.replace('key_', 'KEY_')],
  ['a digit too few', id.slice(0, -1)],
  ['a digit too many', `${id}0`],
  ['a character that is no base62 digit', id.replace(/.$/, '-')],
  ['a space before', ` ${id}`],
  ['a line feed after', `${id}\n`],
  ['two ids', `${id},${id}`],
  ['a pattern', 'key_%'],
])('is not %s', (_, text) => {
  expect(() => publicIdOf(text)).toThrow(InvalidKeyId);
});

it.each([
  ['alone', (secret: string) => secret],
  ['behind its scheme', (secret: string) => `Bearer ${secret}`],
  ['behind the prefix of an id', (secret: string) => `key_${secret}`],
])('never shows a secret again that was pasted by mistake, %s', (_, paste) => {
  const { text: secret } = issuedKey().secret;
  const refusal: unknown = attempt(() => publicIdOf(paste(secret)));
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
