import { bytesToBase62, toBase62 } from './base62.ts';
import type { Cryptography } from './platform.ts';

const keyPrefix = 'pets_';
const randomByteCount = 32;
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
    const withoutChecksum = keyPrefix + bytesToBase62(cryptography.randomBytes(randomByteCount), randomDigits);
    return new ApiKeySecret(withoutChecksum + checksumOf(withoutChecksum, cryptography));
  }

  /** Returns undefined if the format or the checksum of the text is wrong. */
  static parse(text: string, cryptography: Cryptography): ApiKeySecret | undefined {
    if (!format.test(text)) return undefined;
    const withoutChecksum = text.slice(0, -checksumDigits);
    return text === withoutChecksum + checksumOf(withoutChecksum, cryptography) ? new ApiKeySecret(text) : undefined;
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

function checksumOf(text: string, cryptography: Cryptography): string {
  return toBase62(BigInt(cryptography.crc32(text)), checksumDigits);
}
