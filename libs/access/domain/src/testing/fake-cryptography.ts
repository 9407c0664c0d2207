import { Cryptography } from '../cryptography.ts';

/** Deterministic: the bytes of call n all have the value n, and the "hash" is the reversed text. */
export class FakeCryptography extends Cryptography {
  private calls = 0;

  randomBytes(count: number): Uint8Array {
    this.calls += 1;
    return new Uint8Array(count).fill(this.calls);
  }

  sha256(text: string): string {
    return [...text].reverse().join('');
  }
}
