import { ApiKey, type ApiKeyAccess, type IssuedKey } from '../api-key.ts';
import { Expiry, KeyName } from '../api-key.value-objects.ts';
import type { Cryptography } from '../platform.ts';
import { FakeCryptography } from './fake-platform.ts';

/** Has no fraction of a millisecond, because repositories store milliseconds. */
export const issuedAt = new Date('2026-11-21T12:00:00.000Z');

/**
 * Issues a key at `issuedAt`.
 * @param expires an Expiry, such as `90d` or `2027-01-31`; without it the key never expires
 */
export function issuedKey(
  name = 'checkout',
  cryptography: Cryptography = new FakeCryptography(),
  expires?: string,
  access?: ApiKeyAccess,
): IssuedKey {
  const expiry = expires === undefined ? undefined : Expiry.of(expires, issuedAt);
  return ApiKey.issue(KeyName.of(name), issuedAt, expiry, cryptography, access);
}
