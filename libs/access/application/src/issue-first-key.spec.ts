import type { ApiKeySecret } from '@petstore/access-domain';
import { FakeCryptography, InMemoryApiKeyRepository, issuedAt } from '@petstore/access-domain/testing';
import { IssueFirstKey } from './issue-first-key.ts';
import { IssueKey } from './issue-key.ts';

const storeSecret = jest.fn<Promise<void>, [ApiKeySecret]>();

let keys: InMemoryApiKeyRepository;
let cryptography: FakeCryptography;
let issueFirstKey: IssueFirstKey;

beforeEach(() => {
  storeSecret.mockReset().mockResolvedValue();
  keys = new InMemoryApiKeyRepository();
  cryptography = new FakeCryptography();
  issueFirstKey = new IssueFirstKey(keys, cryptography);
});

it('issues a key with full access and without expiry, and passes its secret to storeSecret once', async () => {
  await issueFirstKey.execute('first key', 'the first start', storeSecret);
  const secret = storeSecret.mock.calls[0]![0];
  const found = await keys.findByHash(cryptography.sha256(secret.text));
  expect(found?.apiKey.snapshot()).toMatchObject({
    name: 'first key',
    access: 'full',
    createdAt: issuedAt,
    expiresAt: null,
  });
  expect(storeSecret).toHaveBeenCalledTimes(1);
});

it('stores a log entry with the actor', async () => {
  await issueFirstKey.execute('first key', 'the first start', storeSecret);
  const [entry] = await keys.log();
  expect(entry).toMatchObject({ actor: 'the first start', action: 'issued', name: 'first key' });
});

it('calls storeSecret before it stores the key', async () => {
  storeSecret.mockImplementation(async () => expect(await keys.list()).toEqual([]));
  await issueFirstKey.execute('first key', 'the first start', storeSecret);
  expect(await keys.list()).toHaveLength(1);
});

it('stores no key if storeSecret rejects', async () => {
  const failure = new Error('no space left on device');
  storeSecret.mockRejectedValue(failure);
  await expect(issueFirstKey.execute('first key', 'the first start', storeSecret)).rejects.toBe(failure);
  expect(await keys.list()).toEqual([]);
});

it('issues no key if the repository has one, even a revoked one', async () => {
  const { apiKey } = await new IssueKey(keys, cryptography).execute('checkout', 'zoë');
  await keys.change(apiKey.publicId, (stored, now) => ({ changed: stored.revoke(now), entries: [] }));
  await issueFirstKey.execute('first key', 'the first start', storeSecret);
  expect(storeSecret).not.toHaveBeenCalled();
  expect(await keys.list()).toHaveLength(1);
});

it('issues one key if it is called twice', async () => {
  await issueFirstKey.execute('first key', 'the first start', storeSecret);
  await issueFirstKey.execute('first key', 'the first start', storeSecret);
  expect(storeSecret).toHaveBeenCalledTimes(1);
  expect(await keys.list()).toHaveLength(1);
});

it.each([
  ['name', 'invalid_key_name', '', 'the first start'],
  ['actor', 'invalid_actor', 'first key', ''],
])('does not call storeSecret for an invalid %s', async (_, code, name, actorName) => {
  await expect(issueFirstKey.execute(name, actorName, storeSecret)).rejects.toThrow(expect.objectContaining({ code }));
  expect(storeSecret).not.toHaveBeenCalled();
});
