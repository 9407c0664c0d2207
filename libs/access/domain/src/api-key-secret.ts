import { base62, base62OfBytes } from './base62.ts';
import { crc32 } from './crc32.ts';

const keyPrefix = 'pets_';
const bodyLength = 43;
const checksumLength = 6;
const prefixLength = keyPrefix.length + 4;
const pattern = `${keyPrefix}[0-9A-Za-z]{${bodyLength + checksumLength}}`;
const format = new RegExp(`^${pattern}$`);
const anywhere = new RegExp(pattern);

/**
 * The secret that a client sends: `pets_`, 32 random bytes in base62 (43 digits), and the CRC-32 of both in base62
 * (6 digits). Secret scanners recognise the format, and the checksum finds typing errors without a database query.
 */
export class ApiKeySecret {
  /** Number of random bytes in a key. */
  static readonly entropy = 32;

  private constructor(readonly text: string) {}

  /**
   * @param randomBytes `entropy` bytes of a cryptographically secure random generator
   * @throws RangeError for another number of bytes: a shorter key could be guessed
   */
  static of(randomBytes: Uint8Array): ApiKeySecret {
    if (randomBytes.length !== ApiKeySecret.entropy) throw new RangeError(`a key takes ${ApiKeySecret.entropy} bytes`);
    const body = keyPrefix + base62OfBytes(randomBytes, bodyLength);
    return new ApiKeySecret(body + checksumOf(body));
  }

  /** Undefined when the format or the checksum of the text is wrong. */
  static parse(text: string): ApiKeySecret | undefined {
    if (!format.test(text)) return undefined;
    const body = text.slice(0, -checksumLength);
    return text === body + checksumOf(body) ? new ApiKeySecret(text) : undefined;
  }

  /** Whether a part of the text has the format of a key; the checksum is not compared. */
  static occursIn(text: string): boolean {
    return anywhere.test(text);
  }

  /** The first characters, which identify a key in a list and do not help to guess it. */
  get prefix(): string {
    return this.text.slice(0, prefixLength);
  }
}

function checksumOf(body: string): string {
  return base62(BigInt(crc32(body)), checksumLength);
}
