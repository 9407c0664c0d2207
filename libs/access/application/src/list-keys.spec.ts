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

it('lists nothing when there is nothing', async () => {
  expect(await new ListKeys(keys).execute()).toEqual([]);
});

it('shows everything of a key but its secret', async () => {
  const { apiKey, secret } = await new IssueKey(keys, cryptography).execute('till', 'zoë', '1h');
  await keys.recordUse(apiKey.publicId);
  expect(await new ListKeys(keys).execute()).toEqual([
    {
      publicId: apiKey.publicId,
      name: 'till',
      hint: secret.prefix,
      createdAt: issuedAt,
      expiresAt: new Date(issuedAt.getTime() + 60 * minute),
      revokedAt: undefined,
      lastUsedAt: issuedAt,
      successorId: undefined,
      state: 'active',
    },
  ]);
});

it('says of each key, the oldest first, what it is good for by the clock of the store', async () => {
  await issue('for ever');
  await issue('for an hour', '1h');
  await new RevokeKey(keys).execute(await issue('lost'), 'zoë');
  await new RotateKey(keys, cryptography).execute(await issue('rotated'), 'zoë', '1h');
  expect(await namesAndStates()).toEqual([
    ['for ever', 'active'],
    ['for an hour', 'active'],
    ['lost', 'revoked'],
    ['rotated', 'rotated'],
    ['rotated', 'active'],
  ]);
  keys.advanceTime(60 * minute);
  expect(await namesAndStates()).toEqual([
    ['for ever', 'active'],
    ['for an hour', 'expired'],
    ['lost', 'revoked'],
    ['rotated', 'expired'],
    ['rotated', 'active'],
  ]);
});

async function namesAndStates(): Promise<string[][]> {
  return (await new ListKeys(keys).execute()).map(({ name, state }) => [name, state]);
}
