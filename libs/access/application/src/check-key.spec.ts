import { FakeCryptography, InMemoryApiKeyRepository } from '@petstore/access-domain/testing';
import { CheckKey } from './check-key.ts';
import { IssueKey } from './issue-key.ts';
import { RevokeKey } from './revoke-key.ts';

let keys: InMemoryApiKeyRepository;
let cryptography: FakeCryptography;
let checkKey: CheckKey;

beforeEach(() => {
  keys = new InMemoryApiKeyRepository();
  cryptography = new FakeCryptography();
  checkKey = new CheckKey(keys, cryptography);
});

const issue = (expires?: string) => new IssueKey(keys, cryptography).execute('checkout', 'zoë', expires);

it('returns true for a key that works, and records no use', async () => {
  const { apiKey, secret } = await issue();
  expect(await checkKey.execute(secret.text)).toBe(true);
  expect(await keys.list()).toEqual([apiKey]);
});

it('returns false for a revoked key', async () => {
  const { apiKey, secret } = await issue();
  await new RevokeKey(keys).execute(apiKey.publicId, 'zoë');
  expect(await checkKey.execute(secret.text)).toBe(false);
});

it('returns false for an expired key', async () => {
  const { secret } = await issue('1h');
  keys.advanceTime(3_600_000);
  expect(await checkKey.execute(secret.text)).toBe(false);
});

it('returns false for a key of another repository', async () => {
  const { secret } = await new IssueKey(new InMemoryApiKeyRepository(), cryptography).execute('checkout', 'zoë');
  expect(await checkKey.execute(secret.text)).toBe(false);
});

it('returns false for a text that is not a key, without looking it up', async () => {
  const findByHash = jest.spyOn(keys, 'findByHash');
  expect(await checkKey.execute('')).toBe(false);
  expect(findByHash).not.toHaveBeenCalled();
});

it('rejects if the repository is unavailable', async () => {
  const { secret } = await issue();
  const failure = new Error('connection refused');
  jest.spyOn(keys, 'findByHash').mockRejectedValue(failure);
  await expect(checkKey.execute(secret.text)).rejects.toBe(failure);
});
