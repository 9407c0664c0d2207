import type { Cryptography } from './platform.ts';

/** Base62 digits of a CRC-32. */
const checksumDigits = 6;
/** `pets_` and four digits. Four random digits do not help to guess the other 39. */
const hintLength = 9;
const pattern = 'pets_[0-9A-Za-z]{49}';
const format = new RegExp(`^${pattern}$`);
const unanchoredFormat = new RegExp(pattern);

/**
 * The secret that a client sends: `pets_`, 32 random bytes in base62 (43 digits), and the CRC-32 of both in base62
 * (6 digits). Secret scanners recognise the format. The checksum detects typing errors without a database query.
 */
export class ApiKeySecret {
  private constructor(readonly text: string) {}

  static generate(cryptography: Cryptography): ApiKeySecret {
    const withoutChecksum = `pets_${randomBase62(cryptography, 32, 43)}`;
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

/** Creates a random public id, which identifies a key in logs and commands. It does not depend on the secret. */
export function newPublicId(cryptography: Cryptography): string {
  return `key_${randomBase62(cryptography, 9, 13)}`;
}

function randomBase62(cryptography: Cryptography, byteCount: number, width: number): string {
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
