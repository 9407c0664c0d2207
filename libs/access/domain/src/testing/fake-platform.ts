import { Clock, Cryptography } from '../platform.ts';

/** Starts at 0 and changes only when the test calls `advance`. */
export class FakeClock extends Clock {
  private time = 0;

  now(): number {
    return this.time;
  }

  advance(milliseconds: number): void {
    this.time += milliseconds;
  }
}

/** Deterministic: the bytes of call n all have the value n, the "hash" is the reversed text, and the "CRC-32" a sum of its characters. */
export class FakeCryptography extends Cryptography {
  private calls = 0;

  randomBytes(count: number): Uint8Array {
    this.calls += 1;
    return new Uint8Array(count).fill(this.calls);
  }

  hash(_: 'sha256', text: string): string {
    return [...text].reverse().join('');
  }

  crc32(text: string): number {
    return [...text].reduce((sum, character, index) => sum + (index + 1) * character.codePointAt(0)!, 0);
  }
}
