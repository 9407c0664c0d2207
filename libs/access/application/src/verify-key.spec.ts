import { ApiKeySecret, InvalidApiKey, type IssuedKey } from '@petstore/access-domain';
import { FakeCryptography, InMemoryApiKeyRepository, FakeClock } from '@petstore/access-domain/testing';
import { Deadline } from '@petstore/kernel';
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
  issued = await new IssueKey(keys, cryptography).execute('till', 'zoë', '2h');
  unknown = ApiKeySecret.of(cryptography.randomBytes(ApiKeySecret.entropy));
});

it('answers the key whose secret is presented', async () => {
  expect((await verifyKey.execute(issued.secret.text)).apiKey.publicId).toBe(issued.apiKey.publicId);
});

it('takes a key until the moment at which it expires, by the clock of the store', async () => {
  keys.advanceTime(2 * hour - 1);
  expect((await verifyKey.execute(issued.secret.text)).apiKey.publicId).toBe(issued.apiKey.publicId);
});

it('refuses a key from the moment at which it expires', async () => {
  keys.advanceTime(2 * hour);
  await expect(verifyKey.execute(issued.secret.text)).rejects.toThrow(InvalidApiKey);
});

it('refuses a key that was revoked', async () => {
  await new RevokeKey(keys).execute(issued.apiKey.publicId, 'zoë');
  await expect(verifyKey.execute(issued.secret.text)).rejects.toThrow(InvalidApiKey);
});

it('takes a key that was rotated, and its successor, until the grace has passed, and then the successor', async () => {
  const { secret, apiKey } = await new RotateKey(keys, cryptography).execute(issued.apiKey.publicId, 'zoë', '1h');
  const verifyLater = () => new VerifyKey(keys, cryptography, new FakeClock());
  keys.advanceTime(hour - 1);
  expect((await verifyLater().execute(issued.secret.text)).apiKey.publicId).toBe(issued.apiKey.publicId);
  expect((await verifyLater().execute(secret.text)).apiKey.publicId).toBe(apiKey.publicId);
  keys.advanceTime(1);
  await expect(verifyLater().execute(issued.secret.text)).rejects.toThrow(InvalidApiKey);
  expect((await verifyLater().execute(secret.text)).apiKey.publicId).toBe(apiKey.publicId);
});

it('refuses a well-formed secret that the store does not know', async () => {
  await expect(verifyKey.execute(unknown.text)).rejects.toThrow(InvalidApiKey);
});

it.each([
  ['nothing', () => ''],
  ['a word', () => 'letmein'],
  ['a typing error', () => issued.secret.text.replace('0', 'O')],
  ['another case', () => issued.secret.text.toUpperCase()],
  ['a secret cut short', () => issued.secret.text.slice(0, -1)],
  ['a secret and more', () => `${issued.secret.text} `],
  ['the hash of a secret', () => cryptography.sha256(issued.secret.text)],
  ['the id of a key', () => issued.apiKey.publicId],
])('refuses %s without asking the store', async (_, presented) => {
  const findByHash = jest.spyOn(keys, 'findByHash');
  await expect(verifyKey.execute(presented())).rejects.toThrow(InvalidApiKey);
  expect(findByHash).not.toHaveBeenCalled();
});

it('does not tell why it refuses', async () => {
  const refusal = (presented: string) => verifyKey.execute(presented).catch((error: unknown) => error);
  const malformed = await refusal('letmein');
  expect(malformed).toMatchObject({ kind: 'unauthenticated', code: 'invalid_api_key' });
  expect(await refusal(unknown.text)).toEqual(malformed);
  keys.advanceTime(2 * hour);
  expect(await refusal(issued.secret.text)).toEqual(malformed);
  await new RevokeKey(keys).execute(issued.apiKey.publicId, 'zoë');
  expect(await refusal(issued.secret.text)).toEqual(malformed);
});

it('does not take a store that fails for a key that is not valid', async () => {
  const failure = new Error('the store is away');
  jest.spyOn(keys, 'findByHash').mockRejectedValue(failure);
  await expect(verifyKey.execute(issued.secret.text)).rejects.toBe(failure);
});

it('hands the deadline of the request to the store', async () => {
  const findByHash = jest.spyOn(keys, 'findByHash');
  const deadline = new Deadline(7);
  await expect(verifyKey.execute(unknown.text, deadline)).rejects.toThrow(InvalidApiKey);
  expect(findByHash).toHaveBeenCalledWith(expect.any(String), deadline);
});
