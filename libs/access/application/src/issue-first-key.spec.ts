import type { ApiKeySecret } from '@petstore/access-domain';
import { IssueFirstKey } from './issue-first-key.ts';
import { Access } from './testing/access.ts';

let access: Access;

beforeEach(() => (access = new Access()));

const storeSecret = jest.fn<Promise<void>, [ApiKeySecret]>();
const issueFirst = (name = 'first key', operator = 'the first start') =>
  new IssueFirstKey(access.keys, access.cryptography, access.transactions).execute(name, operator, storeSecret);

beforeEach(() => storeSecret.mockReset().mockResolvedValue());

it('issues one key with full access, and passes its secret to storeSecret before it stores the key', async () => {
  storeSecret.mockImplementation(async () => expect(await access.keys.list()).toEqual([]));
  await issueFirst();
  await issueFirst();
  expect(storeSecret).toHaveBeenCalledTimes(1);
  const [{ text }] = storeSecret.mock.calls[0]!;
  const found = await access.keys.findByHash(access.cryptography.hash('sha256', text));
  expect(found?.apiKey.snapshot()).toMatchObject({ name: 'first key', access: 'full', expiresAt: null });
  expect(await access.keys.log()).toMatchObject([{ operator: 'the first start', action: 'issued', name: 'first key' }]);
});

it('stores no key if storeSecret rejects', async () => {
  const failure = new Error('no space left on device');
  storeSecret.mockRejectedValue(failure);
  await expect(issueFirst()).rejects.toBe(failure);
  expect(await access.list()).toEqual([]);
});

it('issues no key if the repository has one, even a revoked one', async () => {
  await access.revoke((await access.issue()).apiKey.publicId);
  await issueFirst();
  expect(storeSecret).not.toHaveBeenCalled();
  expect(await access.list()).toHaveLength(1);
});
