import { ApiKeySecret, InvalidKeyName } from '@petstore/access-domain';
import { CountingCryptography, InMemoryApiKeyRepository } from '@petstore/access-domain/testing';
import { IssueKey } from './issue-key.ts';

let keys: InMemoryApiKeyRepository;
let cryptography: CountingCryptography;
let issueKey: IssueKey;

beforeEach(() => {
  keys = new InMemoryApiKeyRepository();
  cryptography = new CountingCryptography();
  issueKey = new IssueKey(keys, cryptography);
});

it('answers a secret under whose hash the store finds the key', async () => {
  const secret = await issueKey.execute('till');
  const apiKey = await keys.findUsable(cryptography.sha256(secret.text));
  expect(apiKey?.name.text).toBe('till');
  expect(apiKey?.hint).toBe(secret.hint);
});

it('answers a secret that can be used', async () => {
  const secret = await issueKey.execute('till');
  expect(ApiKeySecret.parse(secret.text)).toEqual(secret);
});

it('does not tell the store the secret', async () => {
  const add = jest.spyOn(keys, 'add');
  const secret = await issueKey.execute('till');
  expect(add).toHaveBeenCalledTimes(1);
  expect(JSON.stringify(add.mock.calls)).not.toContain(secret.text);
});

it('issues nothing under a name that is none', async () => {
  await expect(issueKey.execute(' ')).rejects.toThrow(InvalidKeyName);
  expect(await keys.hasAny()).toBe(false);
});

it('answers no secret when the store does not keep the key', async () => {
  const failure = new Error('the store is away');
  jest.spyOn(keys, 'add').mockRejectedValue(failure);
  await expect(issueKey.execute('till')).rejects.toBe(failure);
});
