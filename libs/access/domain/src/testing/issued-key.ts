import { ApiKey, type IssuedKey } from '../api-key.ts';
import type { Cryptography } from '../cryptography.ts';
import { Expiry } from '../expiry.ts';
import { KeyName } from '../key-name.ts';
import { FakeCryptography } from './fake-cryptography.ts';

/** In whole milliseconds, the precision of every repository. */
export const issuedAt = new Date('2026-11-21T12:00:00.000Z');

/** A key issued at `issuedAt`. */
export function issuedKey(
  name = 'till',
  cryptography: Cryptography = new FakeCryptography(),
  expires?: string,
): IssuedKey {
  const expiry = expires === undefined ? undefined : Expiry.of(expires, issuedAt);
  return ApiKey.issue(KeyName.of(name), issuedAt, expiry, cryptography);
}
