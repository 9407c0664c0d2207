import { ApiKeyAlreadyRevoked, ApiKeyNotFound } from '@petstore/access-domain';
import { FakeCryptography, InMemoryApiKeyRepository } from '@petstore/access-domain/testing';
import { IssueKey } from './issue-key.ts';
import { RevokeKey } from './revoke-key.ts';

let keys: InMemoryApiKeyRepository;
let revokeKey: RevokeKey;
let [checkout, other] = ['', ''];

beforeEach(async () => {
  keys = new InMemoryApiKeyRepository();
  revokeKey = new RevokeKey(keys);
  const issueKey = new IssueKey(keys, new FakeCryptography());
  checkout = (await issueKey.execute('checkout', 'zoë')).apiKey.publicId;
  other = (await issueKey.execute('other', 'zoë')).apiKey.publicId;
});

const snapshots = async () => (await keys.list()).map((apiKey) => apiKey.snapshot());

it('sets revokedAt of this key only, to the time of the repository', async () => {
  keys.advanceTime(60_000);
  await revokeKey.execute(checkout, 'adam');
  expect(await snapshots()).toMatchObject([
    { publicId: checkout, revokedAt: await keys.now() },
    { publicId: other, revokedAt: null },
  ]);
});

it('stores a log entry with the actor', async () => {
  await revokeKey.execute(checkout, 'adam');
  const revoked = {
    at: await keys.now(),
    actor: 'adam',
    action: 'revoked',
    publicId: checkout,
    name: 'checkout',
    access: 'full',
  };
  expect((await keys.log()).slice(2)).toEqual([revoked]);
});

it('refuses to revoke a key twice and keeps the first time and actor', async () => {
  await revokeKey.execute(checkout, 'adam');
  const [before, log] = [await snapshots(), await keys.log()];
  keys.advanceTime(60_000);
  await expect(revokeKey.execute(checkout, 'eve')).rejects.toThrow(ApiKeyAlreadyRevoked);
  expect(await snapshots()).toEqual(before);
  expect(await keys.log()).toEqual(log);
});

it('refuses an unknown key', async () => {
  await expect(revokeKey.execute('key_0000000000000', 'adam')).rejects.toThrow(ApiKeyNotFound);
});

it.each([
  ['a malformed id', 'invalid_key_id', () => ['checkout', 'adam']],
  [
    'a secret instead of an id',
    'invalid_key_id',
    () => ['pets_0El6XFXwsUFD8J2vGxsaboW7rZYnQRBP5d9erwRwd293Sf1Vz', 'adam'],
  ],
  ['an invalid actor', 'invalid_actor', () => [checkout, ' ']],
])('rejects %s without a call to the repository', async (_, code, createArguments) => {
  const change = jest.spyOn(keys, 'change');
  const [id, actorName] = createArguments() as [string, string];
  await expect(revokeKey.execute(id, actorName)).rejects.toThrow(expect.objectContaining({ code }));
  expect(change).not.toHaveBeenCalled();
});
