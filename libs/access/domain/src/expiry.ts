import { InvalidExpiry } from './access.errors.ts';
import { Duration } from './duration.ts';

const day = /^\d{4}-\d{2}-\d{2}$/;

/** When a key that was not asked to live for ever ends. */
export class Expiry {
  /** The rule in words. */
  static readonly allowed =
    'in the future: how long from now, as 90d or 12h (s, m, h, d, w), or a day, as 2027-01-31, at whose beginning (UTC) it ends';

  private constructor(readonly at: Date) {}

  /** For a key that takes the place of one that was to live as long. */
  static after(span: Duration, now: Date): Expiry {
    return new Expiry(span.after(now));
  }

  /**
   * @param text a `Duration` from now, or a day of the calendar
   * @param now by the store's clock
   * @throws InvalidExpiry when it is neither, or not in the future
   */
  static of(text: string, now: Date): Expiry {
    const at = Duration.isSpelledBy(text) ? Duration.of(text).after(now) : beginningOf(text);
    if (!at || at <= now) throw new InvalidExpiry(Expiry.allowed);
    return new Expiry(at);
  }
}

/** The day's first moment, unless there is no such day: `Date` would take 2027-02-31 for one in March. */
function beginningOf(text: string): Date | undefined {
  const at = new Date(`${text}T00:00:00Z`);
  return day.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? at : undefined;
}
