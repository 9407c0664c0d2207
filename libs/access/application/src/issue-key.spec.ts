import { inspect } from 'node:util';
import { Access, hour } from './testing/access.ts';

let access: Access;

beforeEach(() => (access = new Access()));

it.each([
  [undefined, null],
  ['90d', new Date('2027-02-19T13:00:00.000Z')],
  ['2027-01-31', new Date('2027-01-31T00:00:00.000Z')],
])('stores a key and a log entry, with the expiry %s from the time of the repository', async (expires, expiresAt) => {
  access.keys.advanceTime(hour);
  const now = await access.keys.now();
  const { apiKey, secret } = await access.issueKey.execute('website', 'zoë', expires, 'read-only');
  const found = await access.keys.findByHash(access.cryptography.hash('sha256', secret.text));
  expect(found?.apiKey).toBe(apiKey);
  const { publicId } = apiKey;
  const common = { publicId, name: 'website', access: 'read-only' };
  expect(apiKey.snapshot()).toMatchObject({ ...common, hint: secret.prefix, createdAt: now, expiresAt });
  expect(await access.keys.log()).toEqual([{ ...common, at: now, operator: 'zoë', action: 'issued' }]);
});

it('passes no secret to the repository', async () => {
  const { secret } = await access.issue();
  const contents = inspect(access.keys, { depth: Infinity });
  expect(contents).toContain(access.cryptography.hash('sha256', secret.text));
  expect(contents).not.toContain(secret.text.slice(0, secret.prefix.length + 1));
});

it.each([
  ['name', 'invalid_key_name', [' ', 'zoë']],
  ['operator', 'invalid_operator_name', ['checkout', '']],
  ['expiry', 'invalid_expiry', ['checkout', 'zoë', '2020-01-01']],
] as const)('issues no key for an invalid %s', async (_, code, [name, operator, expires]) => {
  await expect(access.issueKey.execute(name, operator, expires)).rejects.toThrow(expect.objectContaining({ code }));
  expect(await access.list()).toEqual([]);
  expect(await access.keys.log()).toEqual([]);
});
