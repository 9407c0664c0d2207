import { inspect } from 'node:util';
import { ApiKeySecret } from '@petstore/access-domain';
import { FakeCryptography, InMemoryApiKeyRepository, issuedAt } from '@petstore/access-domain/testing';
import { IssueKey } from './issue-key.ts';

let keys: InMemoryApiKeyRepository;
let cryptography: FakeCryptography;
let issueKey: IssueKey;

beforeEach(() => {
  keys = new InMemoryApiKeyRepository();
  cryptography = new FakeCryptography();
  issueKey = new IssueKey(keys, cryptography);
});

it('returns the key and its secret; the repository finds the key by the hash of the secret', async () => {
  const { apiKey, secret } = await issueKey.execute('checkout', 'zoë');
  const found = await keys.findByHash(cryptography.sha256(secret.text));
  expect(found?.apiKey).toEqual(apiKey);
  expect(apiKey.name.text).toBe('checkout');
});

it('returns a well-formed secret', async () => {
  const { secret } = await issueKey.execute('checkout', 'zoë');
  expect(ApiKeySecret.parse(secret.text)).toEqual(secret);
});

it('stores only the hash and the prefix of the secret', async () => {
  const { secret } = await issueKey.execute('checkout', 'zoë');
  const contents = inspect(keys, { depth: Infinity });
  expect(contents).toContain(cryptography.sha256(secret.text));
  expect(contents).toContain(secret.prefix);
  expect(contents).not.toContain(secret.text.slice(0, secret.prefix.length + 1));
});

it('issues a key that never expires if no expiry is passed', async () => {
  const { apiKey } = await issueKey.execute('checkout', 'zoë');
  expect(apiKey.snapshot()).toMatchObject({ createdAt: issuedAt, expiresAt: null });
});

it('issues a key with full access, or a read-only key', async () => {
  const full = await issueKey.execute('desk', 'zoë');
  const readOnly = await issueKey.execute('website', 'zoë', '90d', 'read-only');
  const found = await Promise.all([full, readOnly].map(({ secretHash }) => keys.findByHash(secretHash)));
  expect(found.map((key) => key?.apiKey.access)).toEqual(['full', 'read-only']);
  expect((await keys.log()).map(({ name, access }) => [name, access])).toEqual([
    ['desk', 'full'],
    ['website', 'read-only'],
  ]);
});

it.each([
  ['90d', '2027-02-19T13:00:00.000Z'],
  ['2027-01-31', '2027-01-31T00:00:00.000Z'],
])('computes the expiry %s from the time of the repository', async (expires, end) => {
  keys.advanceTime(3_600_000);
  const { apiKey } = await issueKey.execute('checkout', 'zoë', expires);
  expect(apiKey.snapshot()).toMatchObject({ createdAt: await keys.now(), expiresAt: new Date(end) });
});

it('stores a log entry with the actor', async () => {
  const { publicId } = (await issueKey.execute('checkout', 'zoë')).apiKey;
  expect(await keys.log()).toEqual([
    { at: issuedAt, actor: 'zoë', action: 'issued', publicId, name: 'checkout', access: 'full' },
  ]);
});

it.each([
  ['name', 'invalid_key_name', [' ', 'zoë']],
  ['actor', 'invalid_actor', ['checkout', '']],
  ['expiry in the past', 'invalid_expiry', ['checkout', 'zoë', '2020-01-01']],
  ['expiry', 'invalid_expiry', ['checkout', 'zoë', '']],
] as const)('issues no key for an invalid %s', async (_, code, [name, actorName, expires]) => {
  await expect(issueKey.execute(name, actorName, expires)).rejects.toThrow(expect.objectContaining({ code }));
  expect(await keys.list()).toEqual([]);
  expect(await keys.log()).toEqual([]);
});

it('rejects with the error of the repository if the repository cannot store the key', async () => {
  const failure = new Error('connection refused');
  jest.spyOn(keys, 'add').mockRejectedValue(failure);
  await expect(issueKey.execute('checkout', 'zoë')).rejects.toBe(failure);
});
