import { ApiKey } from '@petstore/access-domain';
import { issuedKey } from '@petstore/access-domain/testing';
import { toApiKey, toRow } from './api-key.table.ts';

/** A key that has all optional values. */
const apiKey = ApiKey.restore({
  ...issuedKey().apiKey.snapshot(),
  expiresAt: new Date('2026-12-01T00:00:00.000Z'),
  revokedAt: new Date('2026-12-02T00:00:00.000Z'),
  lastUsedAt: new Date('2026-12-03T00:00:00.000Z'),
  successorId: 'key_2',
});

it('the row of a key has its values and the hash of its secret', () => {
  expect(toRow({ apiKey, secretHash: 'hash' })).toStrictEqual({ ...apiKey.snapshot(), secretHash: 'hash' });
});

it.each([
  ['with all values', apiKey],
  ['without optional values', issuedKey().apiKey],
])('a key %s is the same after it was stored', (_, stored) => {
  expect(toApiKey(toRow({ apiKey: stored, secretHash: 'hash' }))).toStrictEqual(stored);
});

it('a key that was read does not have the hash of its secret', () => {
  expect(toApiKey(toRow({ apiKey, secretHash: 'hash' })).snapshot()).not.toHaveProperty('secretHash');
});
