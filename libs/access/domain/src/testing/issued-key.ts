import { ApiKey, type IssuedKey } from '../api-key.ts';
import type { Cryptography } from '../cryptography.ts';
import { Expiry } from '../expiry.ts';
import { KeyName } from '../key-name.ts';
import { CountingCryptography } from './counting-cryptography.ts';

/** A whole number of milliseconds, as every store keeps them. */
export const issuedAt = new Date('2026-11-21T12:00:00.000Z');

/** A key issued at `issuedAt`, for tests that need one and do not care how it came about. */
export function issuedKey(
  name = 'till',
  cryptography: Cryptography = new CountingCryptography(),
  expires?: string,
): IssuedKey {
  const expiry = expires === undefined ? undefined : Expiry.of(expires, issuedAt);
  return ApiKey.issue(KeyName.of(name), issuedAt, expiry, cryptography);
}
