import { InvalidValue } from './values/invalid-value.ts';
import type { KernelErrorCode } from './kernel.errors.ts';

/** The identifier that a client gives to one create request. A second request with the same key creates nothing. */
export class IdempotencyKey {
  /** Length limits in characters. */
  static readonly minLength = 1;
  static readonly maxLength = 255;

  /** Milliseconds for which the key and the id of the created resource are stored. */
  static readonly lifetime = 24 * 60 * 60 * 1_000;

  static readonly allowed = `${IdempotencyKey.minLength} to ${IdempotencyKey.maxLength} visible ASCII characters`;

  private constructor(
    readonly text: string,
    /** The client that sent the key. The same text from another owner is another key. */
    readonly owner: string,
  ) {}

  /** @throws InvalidValue `invalid_idempotency_key` if the value breaks the rule in `allowed` */
  static of(text: unknown, owner: string): IdempotencyKey {
    if (typeof text === 'string' && pattern.test(text)) return new IdempotencyKey(text, owner);
    const { allowed } = IdempotencyKey;
    throw new InvalidValue<KernelErrorCode>('invalid_idempotency_key', 'Idempotency-Key', text, allowed);
  }
}

/** `!` to `~` are the visible ASCII characters. */
const pattern = new RegExp(`^[!-~]{${IdempotencyKey.minLength},${IdempotencyKey.maxLength}}$`);
