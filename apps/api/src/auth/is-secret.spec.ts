import { issuedKey } from '@petstore/access-domain/testing';
import { isSecret } from './is-secret.ts';

const { text } = issuedKey().secret;

it.each([text, `Bearer ${text}`, `/v1/pets?key=${text}&limit=1`])('finds the API key in "%s"', (containing) => {
  expect(isSecret(containing)).toBe(true);
});

it('finds no API key in other text, such as the public id of a key', () => {
  for (const other of ['', issuedKey().apiKey.publicId, text.slice(0, -1)]) expect(isSecret(other)).toBe(false);
});
