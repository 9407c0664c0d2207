import { inspect } from 'node:util';
import { newPublicId, parsePublicId } from './public-id.ts';
import { FakeCryptography, issuedKey } from './testing/index.ts';

const id = 'key_00i83Cgecdbus';

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
  ...['', 'key_', 'key_%', id.slice('key_'.length), id.replace('key_', 'pet_'), id.replace('key_', 'KEY_')],
  ...[id.slice(0, -1), `${id}0`, id.replace(/.$/, '-'), ` ${id}`, `${id}\n`, `${id},${id}`],
])('parsePublicId refuses %j', (text) => {
  expect(() => parsePublicId(text)).toThrow(expect.objectContaining({ code: 'invalid_key_id' }));
});

it('the error does not contain a secret that was passed as an id', () => {
  const { text: secret } = issuedKey().secret;
  for (const text of [secret, `Bearer ${secret}`, `key_${secret}`]) {
    const error = errorOf(() => parsePublicId(text));
    expect(error).toMatchObject({ message: 'the id of a key must be key_ and 13 letters or digits' });
    // Seven digits are too many to occur by chance.
    expect(inspect(error)).not.toContain(secret.slice('pets_'.length, 'pets_'.length + 7));
  }
});

function errorOf(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    return error;
  }
}
