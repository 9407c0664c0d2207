import { ApiKey, InvalidKeyName, KeyName, type ApiKeySecret } from '@petstore/access-domain';
import { CountingCryptography, InMemoryApiKeyRepository } from '@petstore/access-domain/testing';
import { IssueFirstKey } from './issue-first-key.ts';

const putAway = jest.fn<Promise<void>, [ApiKeySecret]>();

let keys: InMemoryApiKeyRepository;
let cryptography: CountingCryptography;
let issueFirstKey: IssueFirstKey;

beforeEach(() => {
  putAway.mockReset().mockResolvedValue();
  keys = new InMemoryApiKeyRepository();
  cryptography = new CountingCryptography();
  issueFirstKey = new IssueFirstKey(keys, cryptography);
});

it('puts away the secret of the key the store keeps', async () => {
  await issueFirstKey.execute('first key', putAway);
  const secret = putAway.mock.calls[0]![0];
  const apiKey = await keys.findUsable(cryptography.sha256(secret.text));
  expect(apiKey?.name.text).toBe('first key');
  expect(putAway).toHaveBeenCalledTimes(1);
});

it('puts the secret away before the store learns of the key', async () => {
  putAway.mockImplementation(async () => expect(await keys.hasAny()).toBe(false));
  await issueFirstKey.execute('first key', putAway);
  expect(await keys.hasAny()).toBe(true);
});

it('leaves no key that nobody has when the secret cannot be put away', async () => {
  const failure = new Error('the disk is full');
  putAway.mockRejectedValue(failure);
  await expect(issueFirstKey.execute('first key', putAway)).rejects.toBe(failure);
  expect(await keys.hasAny()).toBe(false);
});

it('issues nothing when the store holds a key', async () => {
  await keys.add(ApiKey.issue(KeyName.of('till'), cryptography).apiKey, 'hash');
  const add = jest.spyOn(keys, 'add');
  await issueFirstKey.execute('first key', putAway);
  expect(putAway).not.toHaveBeenCalled();
  expect(add).not.toHaveBeenCalled();
});

it('issues one key, however often the service starts', async () => {
  await issueFirstKey.execute('first key', putAway);
  await issueFirstKey.execute('first key', putAway);
  expect(putAway).toHaveBeenCalledTimes(1);
});

it('puts nothing away under a name that is none', async () => {
  await expect(issueFirstKey.execute('', putAway)).rejects.toThrow(InvalidKeyName);
  expect(putAway).not.toHaveBeenCalled();
});
