import { InvalidValue } from './invalid-value.ts';
import type { KernelErrorCode } from '../kernel.errors.ts';

export class PageLimit {
  static readonly min = 1;
  static readonly max = 100;
  static readonly default = new PageLimit(20);

  /** Matches the limits as text, in the only spelling that is allowed in a query. */
  static readonly format = /^(?:[1-9][0-9]?|100)$/;

  static readonly allowed = `an integer from ${PageLimit.min} to ${PageLimit.max}`;

  private constructor(readonly count: number) {}

  /** @throws InvalidValue `invalid_page_limit` if the value breaks the rule in `allowed` */
  static of(value: unknown): PageLimit {
    const isInteger = typeof value === 'number' && Number.isInteger(value);
    if (isInteger && PageLimit.min <= value && value <= PageLimit.max) return new PageLimit(value);
    throw new InvalidValue<KernelErrorCode>('invalid_page_limit', 'limit', value, PageLimit.allowed);
  }
}
