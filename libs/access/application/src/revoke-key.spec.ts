import { ApiKeyAlreadyRevoked, ApiKeyNotFound } from '@petstore/access-domain';
import { Access, hour } from './testing/access.ts';

let access: Access;

beforeEach(() => (access = new Access()));

it('revokes this key only, at the time of the repository, with a log entry', async () => {
  const [{ apiKey: checkout }, other] = [await access.issue(), await access.issue('b')];
  access.keys.advanceTime(hour);
  await access.revoke(checkout.publicId);
  const at = await access.keys.now();
  expect(await access.list()).toMatchObject([
    { state: 'revoked', revokedAt: at },
    { publicId: other.apiKey.publicId, state: 'active' },
  ]);
  const entry = { operator: 'adam', action: 'revoked', publicId: checkout.publicId, name: 'checkout', access: 'full' };
  expect((await access.keys.log()).at(-1)).toEqual({ ...entry, at });
});

it('refuses to revoke a key twice, and keeps the first time and operator', async () => {
  const { publicId } = (await access.issue()).apiKey;
  await access.revoke(publicId);
  const before = [await access.list(), await access.keys.log()];
  access.keys.advanceTime(hour);
  await expect(access.revoke(publicId, 'eve')).rejects.toThrow(ApiKeyAlreadyRevoked);
  expect([await access.list(), await access.keys.log()]).toEqual(before);
});

it('refuses an unknown key, an invalid id and an invalid operator', async () => {
  await expect(access.revoke('key_0000000000000')).rejects.toThrow(ApiKeyNotFound);
  await expect(access.revoke('checkout')).rejects.toMatchObject({ code: 'invalid_key_id' });
  await expect(access.revoke('key_0000000000000', ' ')).rejects.toMatchObject({ code: 'invalid_operator_name' });
});
