import { ApiKey, ApiKeySecret, InvalidApiKey, KeyName } from '@petstore/access-domain';
import { CountingCryptography, InMemoryApiKeyRepository } from '@petstore/access-domain/testing';
import { VerifyKey } from './verify-key.ts';

const cryptography = new CountingCryptography();
const { apiKey, secret } = ApiKey.issue(KeyName.of('till'), cryptography);
const unknown = ApiKeySecret.of(cryptography.randomBytes(ApiKeySecret.entropy));

let keys: InMemoryApiKeyRepository;
let verifyKey: VerifyKey;

beforeEach(async () => {
  keys = new InMemoryApiKeyRepository();
  verifyKey = new VerifyKey(keys, cryptography);
  await keys.add(apiKey, cryptography.sha256(secret.text));
});

it('answers the key whose secret is presented', async () => {
  expect(await verifyKey.execute(secret.text)).toBe(apiKey);
});

it('refuses a well-formed secret for which the store has no usable key', async () => {
  await expect(verifyKey.execute(unknown.text)).rejects.toThrow(InvalidApiKey);
});

it.each([
  ['nothing', ''],
  ['a word', 'letmein'],
  ['a typing error', secret.text.replace('0', 'O')],
  ['another case', secret.text.toUpperCase()],
  ['a secret cut short', secret.text.slice(0, -1)],
  ['a secret and more', `${secret.text} `],
  ['the hash of a secret', cryptography.sha256(secret.text)],
])('refuses %s without asking the store', async (_, presented) => {
  const findUsable = jest.spyOn(keys, 'findUsable');
  await expect(verifyKey.execute(presented)).rejects.toThrow(InvalidApiKey);
  expect(findUsable).not.toHaveBeenCalled();
});

it('does not tell why it refuses', async () => {
  const malformed: unknown = await verifyKey.execute('letmein').catch((error: unknown) => error);
  const notKnown: unknown = await verifyKey.execute(unknown.text).catch((error: unknown) => error);
  expect(malformed).toMatchObject({ kind: 'unauthenticated', code: 'invalid_api_key' });
  expect(notKnown).toEqual(malformed);
});

it('does not take a store that fails for a key that is not valid', async () => {
  const failure = new Error('the store is away');
  jest.spyOn(keys, 'findUsable').mockRejectedValue(failure);
  await expect(verifyKey.execute(secret.text)).rejects.toBe(failure);
});
