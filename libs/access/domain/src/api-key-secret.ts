import { base62, base62OfBytes } from './base62.ts';
import { crc32 } from './crc32.ts';

const prefix = 'pets_';
const bodyLength = 43;
const checksumLength = 6;
const hintLength = prefix.length + 4;
const shape = `${prefix}[0-9A-Za-z]{${bodyLength + checksumLength}}`;
const form = new RegExp(`^${shape}$`);
const somewhere = new RegExp(shape);

/**
 * The key itself, as its holder sends it: `pets_`, 32 random bytes in base62 (43 digits), and the CRC-32 of all that in
 * base62 (6 digits). Secret scanners recognise it, and a typing error is refused without asking the database.
 */
export class ApiKeySecret {
  /** Random bytes in a key. */
  static readonly entropy = 32;

  private constructor(readonly text: string) {}

  /**
   * @param randomBytes `entropy` bytes from a cryptographic source
   * @throws RangeError for another number of them: fewer make a key that can be guessed
   */
  static of(randomBytes: Uint8Array): ApiKeySecret {
    if (randomBytes.length !== ApiKeySecret.entropy) throw new RangeError(`a key takes ${ApiKeySecret.entropy} bytes`);
    const body = prefix + base62OfBytes(randomBytes, bodyLength);
    return new ApiKeySecret(body + checksumOf(body));
  }

  /** The key a text spells, or nothing when its form or its checksum is wrong. */
  static parse(text: string): ApiKeySecret | undefined {
    if (!form.test(text)) return undefined;
    const body = text.slice(0, -checksumLength);
    return text === body + checksumOf(body) ? new ApiKeySecret(text) : undefined;
  }

  /** Whether the text holds what may be a key, as secret scanners look for it. */
  static mayBeIn(text: string): boolean {
    return somewhere.test(text);
  }

  /** The first characters: enough to recognise a key by, useless to guess it. */
  get hint(): string {
    return this.text.slice(0, hintLength);
  }
}

function checksumOf(body: string): string {
  return base62(BigInt(crc32(body)), checksumLength);
}
