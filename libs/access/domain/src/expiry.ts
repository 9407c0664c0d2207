import { InvalidValue } from '@petstore/kernel';

const millisecondsPerUnit = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
/** A number from 0 to 99999 without leading zeros, and a unit. */
const durationFormat = /^(0|[1-9][0-9]{0,4})([smhdw])$/;
const dateFormat = /^\d{4}-\d{2}-\d{2}$/;

/** The moment at which a key stops working. A key without an Expiry does not expire. */
export class Expiry {
  static readonly allowed =
    'in the future: a duration from now, as 90d or 12h (s, m, h, d, w), or a date, as 2027-01-31, at whose start (UTC) it ends';

  private constructor(readonly at: Date) {}

  /**
   * @param text a duration from now such as `90d`, or a date such as `2027-01-31`: its start in UTC
   * @param now by the clock of the repository
   * @throws InvalidValue `invalid_expiry` if the text is neither, or if the moment is not in the future
   */
  static of(text: string, now: Date): Expiry {
    const at = afterDuration(text, now) ?? startOfDate(text);
    if (!at || at <= now) throw new InvalidValue('invalid_expiry', 'the expiry of a key', text, Expiry.allowed);
    return new Expiry(at);
  }
}

/** Returns undefined if the text is not a duration. */
function afterDuration(text: string, now: Date): Date | undefined {
  const [, count, unit] = durationFormat.exec(text) ?? [];
  if (!count || !unit) return undefined;
  return new Date(now.getTime() + Number(count) * millisecondsPerUnit[unit as keyof typeof millisecondsPerUnit]);
}

/** Returns undefined if the date does not exist. The comparison is needed because `Date` reads 2027-02-31 as 2027-03-03. */
function startOfDate(text: string): Date | undefined {
  const at = new Date(`${text}T00:00:00Z`);
  return dateFormat.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? at : undefined;
}
