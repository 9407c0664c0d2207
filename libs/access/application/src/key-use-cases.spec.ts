import { inspect } from 'node:util';
import { ApiKeyAlreadyRevoked, ApiKeyNotFound, type ApiKeySecret } from '@petstore/access-domain';
import { FakeCryptography, InMemoryApiKeyRepository, issuedAt } from '@petstore/access-domain/testing';
import { InMemoryTransactions } from '@petstore/kernel/testing';
import { CheckKey, IssueFirstKey, IssueKey, ListKeys, RevokeKey } from './index.ts';

const hour = 3_600_000;

const transactions = new InMemoryTransactions();

let keys: InMemoryApiKeyRepository;
let cryptography: FakeCryptography;
let issueKey: IssueKey;

beforeEach(() => {
  keys = new InMemoryApiKeyRepository();
  cryptography = new FakeCryptography();
  issueKey = new IssueKey(keys, cryptography, transactions);
});

const list = () => new ListKeys(keys).execute();
const log = () => keys.log();
const revoke = (publicId: string, operator = 'adam') => new RevokeKey(keys, transactions).execute(publicId, operator);

describe('IssueKey', () => {
  it.each([
    [undefined, null],
    ['90d', new Date('2027-02-19T13:00:00.000Z')],
    ['2027-01-31', new Date('2027-01-31T00:00:00.000Z')],
  ])('stores a key and a log entry, with the expiry %s from the time of the repository', async (expires, expiresAt) => {
    keys.advanceTime(hour);
    const now = await keys.now();
    const { apiKey, secret } = await issueKey.execute('website', 'zoë', expires, 'read-only');
    const found = await keys.findByHash(cryptography.hash('sha256', secret.text));
    expect(found?.apiKey).toBe(apiKey);
    const { publicId } = apiKey;
    const common = { publicId, name: 'website', access: 'read-only' };
    expect(apiKey.snapshot()).toMatchObject({ ...common, hint: secret.prefix, createdAt: now, expiresAt });
    expect(await log()).toEqual([{ ...common, at: now, operator: 'zoë', action: 'issued' }]);
  });

  it('passes no secret to the repository', async () => {
    const { secret } = await issueKey.execute('checkout', 'zoë');
    const contents = inspect(keys, { depth: Infinity });
    expect(contents).toContain(cryptography.hash('sha256', secret.text));
    expect(contents).not.toContain(secret.text.slice(0, secret.prefix.length + 1));
  });

  it.each([
    ['name', 'invalid_key_name', [' ', 'zoë']],
    ['operator', 'invalid_operator_name', ['checkout', '']],
    ['expiry', 'invalid_expiry', ['checkout', 'zoë', '2020-01-01']],
  ] as const)('issues no key for an invalid %s', async (_, code, [name, operator, expires]) => {
    await expect(issueKey.execute(name, operator, expires)).rejects.toThrow(expect.objectContaining({ code }));
    expect(await list()).toEqual([]);
    expect(await log()).toEqual([]);
  });
});

describe('IssueFirstKey', () => {
  const storeSecret = jest.fn<Promise<void>, [ApiKeySecret]>();
  const issueFirst = (name = 'first key', operator = 'the first start') =>
    new IssueFirstKey(keys, cryptography, transactions).execute(name, operator, storeSecret);

  beforeEach(() => storeSecret.mockReset().mockResolvedValue());

  it('issues one key with full access, and passes its secret to storeSecret before it stores the key', async () => {
    storeSecret.mockImplementation(async () => expect(await keys.list()).toEqual([]));
    await issueFirst();
    await issueFirst();
    expect(storeSecret).toHaveBeenCalledTimes(1);
    const [{ text }] = storeSecret.mock.calls[0]!;
    const found = await keys.findByHash(cryptography.hash('sha256', text));
    expect(found?.apiKey.snapshot()).toMatchObject({ name: 'first key', access: 'full', expiresAt: null });
    expect(await log()).toMatchObject([{ operator: 'the first start', action: 'issued', name: 'first key' }]);
  });

  it('stores no key if storeSecret rejects', async () => {
    const failure = new Error('no space left on device');
    storeSecret.mockRejectedValue(failure);
    await expect(issueFirst()).rejects.toBe(failure);
    expect(await list()).toEqual([]);
  });

  it('issues no key if the repository has one, even a revoked one', async () => {
    await revoke((await issueKey.execute('checkout', 'zoë')).apiKey.publicId);
    await issueFirst();
    expect(storeSecret).not.toHaveBeenCalled();
    expect(await list()).toHaveLength(1);
  });
});

describe('RevokeKey', () => {
  it('revokes this key only, at the time of the repository, with a log entry', async () => {
    const [{ apiKey: checkout }, other] = [
      await issueKey.execute('checkout', 'zoë'),
      await issueKey.execute('b', 'zoë'),
    ];
    keys.advanceTime(hour);
    await revoke(checkout.publicId);
    const at = await keys.now();
    expect(await list()).toMatchObject([
      { state: 'revoked', revokedAt: at },
      { publicId: other.apiKey.publicId, state: 'active' },
    ]);
    const entry = {
      operator: 'adam',
      action: 'revoked',
      publicId: checkout.publicId,
      name: 'checkout',
      access: 'full',
    };
    expect((await log()).at(-1)).toEqual({ ...entry, at });
  });

  it('refuses to revoke a key twice, and keeps the first time and operator', async () => {
    const { publicId } = (await issueKey.execute('checkout', 'zoë')).apiKey;
    await revoke(publicId);
    const before = [await list(), await log()];
    keys.advanceTime(hour);
    await expect(revoke(publicId, 'eve')).rejects.toThrow(ApiKeyAlreadyRevoked);
    expect([await list(), await log()]).toEqual(before);
  });

  it('refuses an unknown key, an invalid id and an invalid operator', async () => {
    await expect(revoke('key_0000000000000')).rejects.toThrow(ApiKeyNotFound);
    await expect(revoke('checkout')).rejects.toMatchObject({ code: 'invalid_key_id' });
    await expect(revoke('key_0000000000000', ' ')).rejects.toMatchObject({ code: 'invalid_operator_name' });
  });
});

it('ListKeys returns the keys, the oldest first, with their states at the time of the repository and without hashes', async () => {
  const { apiKey, secret } = await issueKey.execute('one hour', 'zoë', '1h');
  await issueKey.execute('unlimited', 'zoë');
  const [listed] = await list();
  const { secretHash, ...values } = apiKey.snapshot();
  expect(listed).toEqual({ ...values, createdAt: issuedAt, hint: secret.prefix, state: 'active' });
  expect(JSON.stringify(listed)).not.toContain(secretHash);
  keys.advanceTime(hour);
  expect((await list()).map(({ name, state }) => [name, state])).toEqual([
    ['one hour', 'expired'],
    ['unlimited', 'active'],
  ]);
});

describe('CheckKey', () => {
  const check = (text: string) => new CheckKey(keys, cryptography).execute(text);

  it('returns true for a key that works, and records no use', async () => {
    const { apiKey, secret } = await issueKey.execute('checkout', 'zoë');
    expect(await check(secret.text)).toBe(true);
    expect(await keys.list()).toEqual([apiKey]);
  });

  it('returns false for a revoked, an expired and an unknown key, and a text that is not a key', async () => {
    const [revoked, expired] = [await issueKey.execute('a', 'zoë'), await issueKey.execute('b', 'zoë', '1h')];
    const unknown = await new IssueKey(new InMemoryApiKeyRepository(), cryptography, transactions).execute('c', 'zoë');
    await revoke(revoked.apiKey.publicId);
    keys.advanceTime(hour);
    const texts = [...[revoked, expired, unknown].map(({ secret }) => secret.text), ''];
    expect(await Promise.all(texts.map(check))).toEqual([false, false, false, false]);
  });
});
