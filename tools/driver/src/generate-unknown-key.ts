import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Base62 digits in the order that API keys use. */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const randomLength = 43;
const checksumLength = 6;

/**
 * Returns a key with a correct checksum that was never issued: the service needs a query to refuse it. The format of keys is
 * public (docs/decisions/0005).
 */
export function generateUnknownKey(): string {
  // Not uniform. The key only has to be unique.
  const random = Array.from(randomBytes(randomLength), (byte) => digits[byte % digits.length]).join('');
  const body = `pets_${random}`;
  let checksum = '';
  for (let rest = crc32(body); checksum.length < checksumLength; rest = Math.floor(rest / digits.length)) {
    checksum = digits[rest % digits.length]! + checksum;
  }
  return body + checksum;
}
