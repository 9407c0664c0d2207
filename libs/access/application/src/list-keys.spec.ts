import { FakeCryptography, InMemoryApiKeyRepository, issuedAt } from '@petstore/access-domain/testing';
import { IssueKey } from './issue-key.ts';
import { ListKeys } from './list-keys.ts';
import { RevokeKey } from './revoke-key.ts';
import { RotateKey } from './rotate-key.ts';

const minute = 60_000;

let keys: InMemoryApiKeyRepository;
let cryptography: FakeCryptography;

beforeEach(() => {
  keys = new InMemoryApiKeyRepository();
  cryptography = new FakeCryptography();
});

async function issue(name: string, expires?: string): Promise<string> {
  const { apiKey } = await new IssueKey(keys, cryptography).execute(name, 'zoë', expires);
  keys.advanceTime(minute);
  return apiKey.publicId;
}

it('returns an empty list from an empty repository', async () => {
  expect(await new ListKeys(keys).execute()).toEqual([]);
});

it('returns all fields of a key except its secret', async () => {
  const { apiKey, secret } = await new IssueKey(keys, cryptography).execute('checkout', 'zoë', '1h');
  await keys.recordUse(apiKey.publicId);
  expect(await new ListKeys(keys).execute()).toEqual([
    {
      publicId: apiKey.publicId,
      name: 'checkout',
      hint: secret.prefix,
      access: 'full',
      createdAt: issuedAt,
      expiresAt: new Date(issuedAt.getTime() + 60 * minute),
      revokedAt: null,
      lastUsedAt: issuedAt,
      successorId: null,
      state: 'active',
    },
  ]);
});

it('returns the keys, the oldest first, each with its state at the time of the repository', async () => {
  await issue('unlimited');
  await issue('one hour', '1h');
  await new RevokeKey(keys).execute(await issue('lost'), 'zoë');
  await new RotateKey(keys, cryptography).execute(await issue('rotated'), 'zoë', '1h');
  expect(await namesAndStates()).toEqual([
    ['unlimited', 'active'],
    ['one hour', 'active'],
    ['lost', 'revoked'],
    ['rotated', 'rotated'],
    ['rotated', 'active'],
  ]);
  keys.advanceTime(60 * minute);
  expect(await namesAndStates()).toEqual([
    ['unlimited', 'active'],
    ['one hour', 'expired'],
    ['lost', 'revoked'],
    ['rotated', 'expired'],
    ['rotated', 'active'],
  ]);
});

async function namesAndStates(): Promise<string[][]> {
  return (await new ListKeys(keys).execute()).map(({ name, state }) => [name, state]);
}
