import type { Cryptography } from './platform.ts';

const keyPrefix = 'pets_';
const randomBytes = 32;
/** Base62 digits of 32 bytes. */
const randomDigits = 43;
/** Base62 digits of a CRC-32. */
const checksumDigits = 6;
/** Four random digits do not help to guess the other 39. */
const hintLength = keyPrefix.length + 4;
const pattern = `${keyPrefix}[0-9A-Za-z]{${randomDigits + checksumDigits}}`;
const format = new RegExp(`^${pattern}$`);
const unanchoredFormat = new RegExp(pattern);

/**
 * The secret that a client sends: `pets_`, 32 random bytes in base62 (43 digits), and the CRC-32 of both in base62
 * (6 digits). Secret scanners recognise the format. The checksum detects typing errors without a database query.
 */
export class ApiKeySecret {
  private constructor(readonly text: string) {}

  static generate(cryptography: Cryptography): ApiKeySecret {
    const withoutChecksum = keyPrefix + randomBase62(cryptography, randomBytes, randomDigits);
    return new ApiKeySecret(withoutChecksum + checksumOf(withoutChecksum, cryptography));
  }

  /** Returns whether the text has the format and the checksum of a key. */
  static isValid(text: string, cryptography: Cryptography): boolean {
    return format.test(text) && text.endsWith(checksumOf(text.slice(0, -checksumDigits), cryptography));
  }

  /** Returns whether a part of the text has the format of a key. Does not verify the checksum. */
  static occursIn(text: string): boolean {
    return unanchoredFormat.test(text);
  }

  /** `pets_` and four digits, to recognise the key in a list. */
  get prefix(): string {
    return this.text.slice(0, hintLength);
  }
}

/** Returns random bytes as one integer in base62. @param width number of digits, padded with zeros */
export function randomBase62(cryptography: Cryptography, byteCount: number, width: number): string {
  const bytes = cryptography.randomBytes(byteCount);
  return toBase62(
    bytes.reduce((integer, byte) => (integer << 8n) | BigInt(byte), 0n),
    width,
  );
}

function checksumOf(text: string, cryptography: Cryptography): string {
  return toBase62(BigInt(cryptography.crc32(text)), checksumDigits);
}

/** Encodes a non-negative integer with the digits 0-9, A-Z and a-z, the most significant first, padded with zeros to `width`. */
function toBase62(value: bigint, width: number): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = digits[Number(rest % 62n)] + text;
  return text.padStart(width, '0');
}
