import type { ApiKeySecret } from '@petstore/access-domain';
import { FakeCryptography, InMemoryApiKeyRepository, issuedAt } from '@petstore/access-domain/testing';
import { IssueFirstKey } from './issue-first-key.ts';
import { IssueKey } from './issue-key.ts';

const putAway = jest.fn<Promise<void>, [ApiKeySecret]>();

let keys: InMemoryApiKeyRepository;
let cryptography: FakeCryptography;
let issueFirstKey: IssueFirstKey;

beforeEach(() => {
  putAway.mockReset().mockResolvedValue();
  keys = new InMemoryApiKeyRepository();
  cryptography = new FakeCryptography();
  issueFirstKey = new IssueFirstKey(keys, cryptography);
});

it('puts away the secret of the key the store keeps, which lives for ever', async () => {
  await issueFirstKey.execute('first key', 'the first start', putAway);
  const secret = putAway.mock.calls[0]![0];
  const found = await keys.findByHash(cryptography.sha256(secret.text));
  expect(found?.apiKey.snapshot()).toMatchObject({ name: 'first key', createdAt: issuedAt, expiresAt: undefined });
  expect(putAway).toHaveBeenCalledTimes(1);
});

it('has it written down that the first start issued it', async () => {
  await issueFirstKey.execute('first key', 'the first start', putAway);
  const [entry] = await keys.log();
  expect(entry).toMatchObject({ actor: 'the first start', action: 'issued', name: 'first key' });
});

it('puts the secret away before the store learns of the key', async () => {
  putAway.mockImplementation(async () => expect(await keys.list()).toEqual([]));
  await issueFirstKey.execute('first key', 'the first start', putAway);
  expect(await keys.list()).toHaveLength(1);
});

it('leaves no key that nobody has when the secret cannot be put away', async () => {
  const failure = new Error('the disk is full');
  putAway.mockRejectedValue(failure);
  await expect(issueFirstKey.execute('first key', 'the first start', putAway)).rejects.toBe(failure);
  expect(await keys.list()).toEqual([]);
});

it('issues nothing when the store holds a key, even one that is revoked', async () => {
  const { apiKey } = await new IssueKey(keys, cryptography).execute('till', 'zoë');
  await keys.change(apiKey.publicId, (kept, now) => ({ changed: kept.revoke(now), entries: [] }));
  await issueFirstKey.execute('first key', 'the first start', putAway);
  expect(putAway).not.toHaveBeenCalled();
  expect(await keys.list()).toHaveLength(1);
});

it('issues one key, however often the service starts', async () => {
  await issueFirstKey.execute('first key', 'the first start', putAway);
  await issueFirstKey.execute('first key', 'the first start', putAway);
  expect(putAway).toHaveBeenCalledTimes(1);
  expect(await keys.list()).toHaveLength(1);
});

it.each([
  ['under a name that is none', 'invalid_key_name', '', 'the first start'],
  ['for somebody without a name', 'invalid_actor', 'first key', ''],
])('puts nothing away %s', async (_, code, name, by) => {
  await expect(issueFirstKey.execute(name, by, putAway)).rejects.toThrow(expect.objectContaining({ code }));
  expect(putAway).not.toHaveBeenCalled();
});
