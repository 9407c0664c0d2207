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

it('returns the key and the secret by whose hash the store finds it', async () => {
  const { apiKey, secret } = await issueKey.execute('till', 'zoë');
  const found = await keys.findByHash(cryptography.sha256(secret.text));
  expect(found?.apiKey).toEqual(apiKey);
  expect(apiKey.name.text).toBe('till');
});

it('returns a well-formed secret', async () => {
  const { secret } = await issueKey.execute('till', 'zoë');
  expect(ApiKeySecret.parse(secret.text)).toEqual(secret);
});

it('stores only the hash and the prefix of the secret', async () => {
  const { secret } = await issueKey.execute('till', 'zoë');
  const kept = inspect(keys, { depth: Infinity });
  expect(kept).toContain(cryptography.sha256(secret.text));
  expect(kept).toContain(secret.prefix);
  expect(kept).not.toContain(secret.text.slice(0, secret.prefix.length + 1));
});

it('issues a key that never expires when no expiry is given', async () => {
  const { apiKey } = await issueKey.execute('till', 'zoë');
  expect(apiKey.snapshot()).toMatchObject({ createdAt: issuedAt, expiresAt: null });
});

it.each([
  ['90d', '2027-02-19T13:00:00.000Z'],
  ['2027-01-31', '2027-01-31T00:00:00.000Z'],
])('computes the expiry %s with the clock of the store', async (expires, end) => {
  keys.advanceTime(3_600_000);
  const { apiKey } = await issueKey.execute('till', 'zoë', expires);
  expect(apiKey.snapshot()).toMatchObject({ createdAt: await keys.now(), expiresAt: new Date(end) });
});

it('logs who issued the key', async () => {
  const { publicId } = (await issueKey.execute('till', 'zoë')).apiKey;
  expect(await keys.log()).toEqual([{ at: issuedAt, actor: 'zoë', action: 'issued', publicId, name: 'till' }]);
});

it.each([
  ['name', 'invalid_key_name', [' ', 'zoë']],
  ['actor', 'invalid_actor', ['till', '']],
  ['expiry in the past', 'invalid_expiry', ['till', 'zoë', '2020-01-01']],
  ['expiry', 'invalid_expiry', ['till', 'zoë', '']],
] as const)('issues no key for an invalid %s', async (_, code, [name, by, expires]) => {
  await expect(issueKey.execute(name, by, expires)).rejects.toThrow(expect.objectContaining({ code }));
  expect(await keys.list()).toEqual([]);
  expect(await keys.log()).toEqual([]);
});

it('rejects with the error of the store when the key cannot be stored', async () => {
  const failure = new Error('connection refused');
  jest.spyOn(keys, 'add').mockRejectedValue(failure);
  await expect(issueKey.execute('till', 'zoë')).rejects.toBe(failure);
});
