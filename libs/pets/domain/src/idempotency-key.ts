import { InvalidValue } from '@petstore/kernel';

/** A client's identifier of one create: repeating the create with the same key adds no second pet. */
export class IdempotencyKey {
  /** Length limits in characters. */
  static readonly minLength = 1;
  static readonly maxLength = 255;

  /** Milliseconds for which the key and its pet are stored. */
  static readonly lifetime = 24 * 60 * 60 * 1_000;

  /** The rule in words. */
  static readonly allowed = `${IdempotencyKey.minLength} to ${IdempotencyKey.maxLength} visible ASCII characters`;

  private constructor(
    readonly text: string,
    /** The client that sent the key. The same text from another owner is another key. */
    readonly owner: string,
  ) {}

  /** @throws InvalidValue `invalid_idempotency_key` unless the text is a string of `allowed` */
  static of(text: unknown, owner: string): IdempotencyKey {
    if (typeof text !== 'string' || !pattern.test(text)) {
      throw new InvalidValue('invalid_idempotency_key', 'Idempotency-Key', text, IdempotencyKey.allowed);
    }
    return new IdempotencyKey(text, owner);
  }
}

const pattern = new RegExp(`^[!-~]{${IdempotencyKey.minLength},${IdempotencyKey.maxLength}}$`);
