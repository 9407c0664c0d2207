import { InMemoryApiKeyRepository } from '@petstore/access-domain/testing';
import { CheckKey } from './check-key.ts';
import { IssueKey } from './issue-key.ts';
import { Access, hour } from './testing/access.ts';

let access: Access;

beforeEach(() => (access = new Access()));

const check = (text: string) => new CheckKey(access.keys, access.cryptography).execute(text);

it('returns true for a key that works, and records no use', async () => {
  const { apiKey, secret } = await access.issue();
  expect(await check(secret.text)).toBe(true);
  expect(await access.keys.list()).toEqual([apiKey]);
});

it('returns false for a revoked, an expired and an unknown key, and a text that is not a key', async () => {
  const [revoked, expired] = [await access.issue('a'), await access.issue('b', '1h')];
  const elsewhere = new InMemoryApiKeyRepository();
  const unknown = await new IssueKey(elsewhere, access.cryptography, access.transactions).execute('c', 'zoë');
  await access.revoke(revoked.apiKey.publicId);
  access.keys.advanceTime(hour);
  const texts = [...[revoked, expired, unknown].map(({ secret }) => secret.text), ''];
  expect(await Promise.all(texts.map(check))).toEqual([false, false, false, false]);
});
