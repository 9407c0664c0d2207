// Ports for what ECMAScript does not have. Node's own objects and functions implement them.

/** The platform's `performance`: the monotonic clock of the process. The time of day comes from the repository instead. */
export abstract class Clock {
  /** Returns the milliseconds since a fixed moment. Changes of the system time do not affect it. */
  abstract now(): number;
}

export abstract class Cryptography {
  /** Returns bytes of a cryptographically secure random generator. */
  abstract randomBytes(count: number): Uint8Array;

  /** Returns the hash of the text in UTF-8, in lower-case hexadecimal. */
  abstract hash(algorithm: 'sha256', text: string, encoding: 'hex'): string;

  /** Returns the CRC-32 of the text in UTF-8, from 0 to 2^32 - 1. */
  abstract crc32(text: string): number;
}
