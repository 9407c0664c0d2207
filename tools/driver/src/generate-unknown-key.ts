import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Base62 digits in the order that API keys use. */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const randomDigits = 43;
const checksumDigits = 6;

/**
 * Returns a key with a correct checksum that was never issued. The service needs a query to refuse it. The format is in
 * `docs/decisions/0005-api-keys.md`.
 */
export function generateUnknownKey(): string {
  // The digits are not uniformly distributed. The key only has to be unique.
  const random = Array.from(randomBytes(randomDigits), (byte) => digits[byte % digits.length]).join('');
  const body = `pets_${random}`;
  let checksum = '';
  for (let rest = crc32(body); checksum.length < checksumDigits; rest = Math.floor(rest / digits.length)) {
    checksum = digits[rest % digits.length]! + checksum;
  }
  return body + checksum;
}
