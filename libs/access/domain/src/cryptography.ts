/** What keys need that the language does not have. */
export abstract class Cryptography {
  /** Unpredictable bytes. */
  abstract randomBytes(count: number): Uint8Array;

  /** SHA-256 of the text's UTF-8 bytes, in lower-case hexadecimal. */
  abstract sha256(text: string): string;
}
