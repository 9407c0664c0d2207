import { ApiKeyAlreadyRevoked, ApiKeyNotFound, InvalidActor, InvalidKeyId } from '@petstore/access-domain';
import { CountingCryptography, InMemoryApiKeyRepository } from '@petstore/access-domain/testing';
import { IssueKey } from './issue-key.ts';
import { RevokeKey } from './revoke-key.ts';

let keys: InMemoryApiKeyRepository;
let revokeKey: RevokeKey;
let [till, other] = ['', ''];

beforeEach(async () => {
  keys = new InMemoryApiKeyRepository();
  revokeKey = new RevokeKey(keys);
  const issueKey = new IssueKey(keys, new CountingCryptography());
  till = (await issueKey.execute('till', 'zoë')).apiKey.publicId;
  other = (await issueKey.execute('other', 'zoë')).apiKey.publicId;
});

const snapshots = async () => (await keys.list()).map((apiKey) => apiKey.snapshot());

it('sets revokedAt of this key only, by the clock of the store', async () => {
  keys.passTime(60_000);
  await revokeKey.execute(till, 'adam');
  expect(await snapshots()).toMatchObject([
    { publicId: till, revokedAt: await keys.now() },
    { publicId: other, revokedAt: undefined },
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
  keys.passTime(60_000);
  await expect(revokeKey.execute(till, 'eve')).rejects.toThrow(ApiKeyAlreadyRevoked);
  expect(await snapshots()).toEqual(before);
  expect(await keys.log()).toEqual(log);
});

it('refuses an unknown key', async () => {
  await expect(revokeKey.execute('key_0000000000000', 'adam')).rejects.toThrow(ApiKeyNotFound);
});

it.each([
  ['a malformed id', InvalidKeyId, () => ['till', 'adam']],
  ['a secret instead of an id', InvalidKeyId, () => ['pets_0El6XFXwsUFD8J2vGxsaboW7rZYnQRBP5d9erwRwd293Sf1Vz', 'adam']],
  ['an invalid actor', InvalidActor, () => [till, ' ']],
])('rejects %s without a call to the store', async (_, Refusal, make) => {
  const change = jest.spyOn(keys, 'change');
  const [id, by] = make() as [string, string];
  await expect(revokeKey.execute(id, by)).rejects.toThrow(Refusal);
  expect(change).not.toHaveBeenCalled();
});
