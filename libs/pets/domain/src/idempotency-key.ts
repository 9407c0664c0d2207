import { InvalidIdempotencyKey } from './pet.errors.ts';

/** The name a client gives to one create, so that saying it again creates nothing more. */
export class IdempotencyKey {
  /** Length limits in characters. */
  static readonly minLength = 1;
  static readonly maxLength = 255;

  /** Milliseconds for which a created animal is remembered by its key. */
  static readonly lifetime = 24 * 60 * 60 * 1_000;

  /** The rule in words. */
  static readonly allowed = `${IdempotencyKey.minLength} to ${IdempotencyKey.maxLength} visible ASCII characters`;

  private constructor(
    readonly text: string,
    /** Who gave the name: the same text from another owner is another key. */
    readonly owner: string,
  ) {}

  /** @throws InvalidIdempotencyKey unless the text is a string within the limits, of visible ASCII characters alone */
  static of(text: unknown, owner: string): IdempotencyKey {
    if (typeof text !== 'string' || !pattern.test(text)) throw new InvalidIdempotencyKey(text, IdempotencyKey.allowed);
    return new IdempotencyKey(text, owner);
  }
}

const pattern = new RegExp(`^[!-~]{${IdempotencyKey.minLength},${IdempotencyKey.maxLength}}$`);
