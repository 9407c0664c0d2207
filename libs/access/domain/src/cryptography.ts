/** Port for cryptographic functions, which ECMAScript does not have. */
export abstract class Cryptography {
  /** Bytes of a cryptographically secure random generator. */
  abstract randomBytes(count: number): Uint8Array;

  /** SHA-256 of the text in UTF-8, in lower-case hexadecimal. */
  abstract sha256(text: string): string;
}
