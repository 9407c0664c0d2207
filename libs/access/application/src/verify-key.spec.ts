import { ApiKeySecret, InvalidApiKey, type IssuedKey } from '@petstore/access-domain';
import { FakeCryptography, InMemoryApiKeyRepository, FakeClock } from '@petstore/access-domain/testing';
import { IssueKey } from './issue-key.ts';
import { RevokeKey } from './revoke-key.ts';
import { RotateKey } from './rotate-key.ts';
import { VerifyKey } from './verify-key.ts';

const hour = 3_600_000;

let keys: InMemoryApiKeyRepository;
let cryptography: FakeCryptography;
let verifyKey: VerifyKey;
let issued: IssuedKey;
let unknown: ApiKeySecret;

beforeEach(async () => {
  keys = new InMemoryApiKeyRepository();
  cryptography = new FakeCryptography();
  verifyKey = new VerifyKey(keys, cryptography, new FakeClock());
  issued = await new IssueKey(keys, cryptography).execute('checkout', 'zoë', '2h');
  unknown = ApiKeySecret.of(cryptography.randomBytes(ApiKeySecret.entropy));
});

it('returns the key whose secret is presented', async () => {
  expect((await verifyKey.execute(issued.secret.text)).apiKey.publicId).toBe(issued.apiKey.publicId);
});

it('accepts a key until it expires, by the clock of the repository', async () => {
  keys.advanceTime(2 * hour - 1);
  expect((await verifyKey.execute(issued.secret.text)).apiKey.publicId).toBe(issued.apiKey.publicId);
});

it('refuses an expired key', async () => {
  keys.advanceTime(2 * hour);
  await expect(verifyKey.execute(issued.secret.text)).rejects.toThrow(InvalidApiKey);
});

it('refuses a revoked key', async () => {
  await new RevokeKey(keys).execute(issued.apiKey.publicId, 'zoë');
  await expect(verifyKey.execute(issued.secret.text)).rejects.toThrow(InvalidApiKey);
});

it('accepts a rotated key and its successor during the grace period, then only the successor', async () => {
  const { secret, apiKey } = await new RotateKey(keys, cryptography).execute(issued.apiKey.publicId, 'zoë', '1h');
  // An instance without a cache, so that each check reads the repository.
  const newVerifyKey = () => new VerifyKey(keys, cryptography, new FakeClock());
  keys.advanceTime(hour - 1);
  expect((await newVerifyKey().execute(issued.secret.text)).apiKey.publicId).toBe(issued.apiKey.publicId);
  expect((await newVerifyKey().execute(secret.text)).apiKey.publicId).toBe(apiKey.publicId);
  keys.advanceTime(1);
  await expect(newVerifyKey().execute(issued.secret.text)).rejects.toThrow(InvalidApiKey);
  expect((await newVerifyKey().execute(secret.text)).apiKey.publicId).toBe(apiKey.publicId);
});

it('refuses a well-formed secret that is not in the repository', async () => {
  await expect(verifyKey.execute(unknown.text)).rejects.toThrow(InvalidApiKey);
});

it.each([
  ['an empty text', () => ''],
  ['a text without the key format', () => 'letmein'],
  ['a secret with one wrong character', () => issued.secret.text.replace('0', 'O')],
  ['a secret in upper case', () => issued.secret.text.toUpperCase()],
  ['a truncated secret', () => issued.secret.text.slice(0, -1)],
  ['a secret with a trailing space', () => `${issued.secret.text} `],
  ['the hash of a secret', () => cryptography.sha256(issued.secret.text)],
  ['the id of a key', () => issued.apiKey.publicId],
])('refuses %s without a call to the repository', async (_, presented) => {
  const findByHash = jest.spyOn(keys, 'findByHash');
  await expect(verifyKey.execute(presented())).rejects.toThrow(InvalidApiKey);
  expect(findByHash).not.toHaveBeenCalled();
});

it('refuses every invalid key with the same error', async () => {
  const errorOf = async (presented: string) => {
    try {
      return await verifyKey.execute(presented);
    } catch (error) {
      return error;
    }
  };
  const malformed = await errorOf('letmein');
  expect(malformed).toMatchObject({ code: 'invalid_api_key' });
  expect(await errorOf(unknown.text)).toEqual(malformed);
  keys.advanceTime(2 * hour);
  expect(await errorOf(issued.secret.text)).toEqual(malformed);
  await new RevokeKey(keys).execute(issued.apiKey.publicId, 'zoë');
  expect(await errorOf(issued.secret.text)).toEqual(malformed);
});

it('rejects with the error of the repository, not with InvalidApiKey', async () => {
  const failure = new Error('connection refused');
  jest.spyOn(keys, 'findByHash').mockRejectedValue(failure);
  await expect(verifyKey.execute(issued.secret.text)).rejects.toBe(failure);
});

it('computes one hash for each request, whether or not the key is cached', async () => {
  const sha256 = jest.spyOn(cryptography, 'sha256');
  await verifyKey.execute(issued.secret.text);
  expect(sha256).toHaveBeenCalledTimes(1);
  await verifyKey.execute(issued.secret.text);
  expect(sha256).toHaveBeenCalledTimes(2);
});

it('returns a cached key without a promise', async () => {
  const first = verifyKey.execute(issued.secret.text);
  expect(first).toBeInstanceOf(Promise);
  expect(verifyKey.execute(issued.secret.text)).toBeInstanceOf(Promise);
  const verified = await first;
  expect(verifyKey.execute(issued.secret.text)).toBe(verified);
});
