import { ApiKeyAlreadyRevoked, ApiKeyNotFound } from '@petstore/access-domain';
import { FakeCryptography, InMemoryApiKeyRepository } from '@petstore/access-domain/testing';
import { IssueKey } from './issue-key.ts';
import { RevokeKey } from './revoke-key.ts';

let keys: InMemoryApiKeyRepository;
let revokeKey: RevokeKey;
let [till, other] = ['', ''];

beforeEach(async () => {
  keys = new InMemoryApiKeyRepository();
  revokeKey = new RevokeKey(keys);
  const issueKey = new IssueKey(keys, new FakeCryptography());
  till = (await issueKey.execute('till', 'zoë')).apiKey.publicId;
  other = (await issueKey.execute('other', 'zoë')).apiKey.publicId;
});

const snapshots = async () => (await keys.list()).map((apiKey) => apiKey.snapshot());

it('sets revokedAt of this key only, by the clock of the store', async () => {
  keys.advanceTime(60_000);
  await revokeKey.execute(till, 'adam');
  expect(await snapshots()).toMatchObject([
    { publicId: till, revokedAt: await keys.now() },
    { publicId: other, revokedAt: null },
  ]);
});

it('logs who revoked the key', async () => {
  await revokeKey.execute(till, 'adam');
  const revoked = { at: await keys.now(), actor: 'adam', action: 'revoked', publicId: till, name: 'till' };
  expect((await keys.log()).slice(2)).toEqual([revoked]);
});

it('refuses to revoke a key twice and keeps the first time and actor', async () => {
  await revokeKey.execute(till, 'adam');
  const [before, log] = [await snapshots(), await keys.log()];
  keys.advanceTime(60_000);
  await expect(revokeKey.execute(till, 'eve')).rejects.toThrow(ApiKeyAlreadyRevoked);
  expect(await snapshots()).toEqual(before);
  expect(await keys.log()).toEqual(log);
});

it('refuses an unknown key', async () => {
  await expect(revokeKey.execute('key_0000000000000', 'adam')).rejects.toThrow(ApiKeyNotFound);
});

it.each([
  ['a malformed id', 'invalid_key_id', () => ['till', 'adam']],
  [
    'a secret instead of an id',
    'invalid_key_id',
    () => ['pets_0El6XFXwsUFD8J2vGxsaboW7rZYnQRBP5d9erwRwd293Sf1Vz', 'adam'],
  ],
  ['an invalid actor', 'invalid_actor', () => [till, ' ']],
])('rejects %s without a call to the store', async (_, code, make) => {
  const change = jest.spyOn(keys, 'change');
  const [id, by] = make() as [string, string];
  await expect(revokeKey.execute(id, by)).rejects.toThrow(expect.objectContaining({ code }));
  expect(change).not.toHaveBeenCalled();
});
