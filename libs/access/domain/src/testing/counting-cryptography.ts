import { Cryptography } from '../cryptography.ts';

/** The fake: every request for bytes gets other ones, predictably; the "hash" is the text reversed. */
export class CountingCryptography extends Cryptography {
  private calls = 0;

  randomBytes(count: number): Uint8Array {
    this.calls += 1;
    return new Uint8Array(count).fill(this.calls);
  }

  sha256(text: string): string {
    return [...text].reverse().join('');
  }
}
