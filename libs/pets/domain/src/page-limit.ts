import { InvalidPageLimit } from './pet.errors.ts';

/** How many animals one page of a list holds at most. */
export class PageLimit {
  static readonly min = 1;
  static readonly max = 100;
  static readonly default = new PageLimit(20);

  /** The rule in words. */
  static readonly allowed = `an integer from ${PageLimit.min} to ${PageLimit.max}`;

  private constructor(readonly count: number) {}

  /** @throws InvalidPageLimit unless the value is an integer from `min` to `max` */
  static of(value: unknown): PageLimit {
    if (!isPageLimit(value)) throw new InvalidPageLimit(value, PageLimit.allowed);
    return new PageLimit(value);
  }
}

function isPageLimit(value: unknown): value is number {
  return Number.isInteger(value) && PageLimit.min <= (value as number) && (value as number) <= PageLimit.max;
}
