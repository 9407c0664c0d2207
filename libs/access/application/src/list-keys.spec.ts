import { issuedAt } from '@petstore/access-domain/testing';
import { Access, hour } from './testing/access.ts';

let access: Access;

beforeEach(() => (access = new Access()));

it('returns the keys, the oldest first, with their states at the time of the repository and without hashes', async () => {
  const { apiKey, secret } = await access.issue('one hour', '1h');
  await access.issue('unlimited');
  const [listed] = await access.list();
  const { secretHash, ...values } = apiKey.snapshot();
  expect(listed).toEqual({ ...values, createdAt: issuedAt, hint: secret.prefix, state: 'active' });
  expect(JSON.stringify(listed)).not.toContain(secretHash);
  access.keys.advanceTime(hour);
  expect((await access.list()).map(({ name, state }) => [name, state])).toEqual([
    ['one hour', 'expired'],
    ['unlimited', 'active'],
  ]);
});
