/** Port for the cryptographic functions of the platform, because ECMAScript has none. */
export abstract class Cryptography {
  /** Returns bytes of a cryptographically secure random generator. */
  abstract randomBytes(count: number): Uint8Array;

  /** Returns the SHA-256 of the text in UTF-8, in lower-case hexadecimal. */
  abstract sha256(text: string): string;
}
