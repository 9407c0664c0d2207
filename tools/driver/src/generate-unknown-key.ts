import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** In the order of base62 as keys use it: 0-9, A-Z, a-z. */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const randomLength = 43;
const checksumLength = 6;

/**
 * A key that nobody issued, with a correct checksum: only the database can tell that it is not valid. Anyone can make one,
 * because its form is public (docs/decisions/0005).
 */
export function inventKey(): string {
  // Not quite uniform: it only has to differ from all others.
  const random = Array.from(randomBytes(randomLength), (byte) => digits[byte % digits.length]).join('');
  const body = `pets_${random}`;
  let checksum = '';
  for (let rest = crc32(body); checksum.length < checksumLength; rest = Math.floor(rest / digits.length)) {
    checksum = digits[rest % digits.length]! + checksum;
  }
  return body + checksum;
}
