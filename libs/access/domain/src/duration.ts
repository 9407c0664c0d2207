import { InvalidValue } from '@petstore/kernel';

const millisecondsPerUnit = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
/** A number from 0 to 99999 without leading zeros, and a unit. */
const format = /^(0|[1-9][0-9]{0,4})([smhdw])$/;

/** A length of time in the notation of the command line, such as 90d. */
export class Duration {
  static readonly allowed = 'a number from 0 to 99999 and a unit, as in 90d (s, m, h, d or w: seconds to weeks)';

  private constructor(readonly milliseconds: number) {}

  /** @throws InvalidValue `invalid_duration` unless the text is `allowed` */
  static of(text: string): Duration {
    const duration = Duration.parse(text);
    if (!duration) throw new InvalidValue('invalid_duration', 'a duration', text, Duration.allowed);
    return duration;
  }

  /** Returns undefined for a text for which `of` throws. */
  static parse(text: string): Duration | undefined {
    const [, count, unit] = format.exec(text) ?? [];
    return count && unit
      ? new Duration(Number(count) * millisecondsPerUnit[unit as keyof typeof millisecondsPerUnit])
      : undefined;
  }

  after(start: Date): Date {
    return new Date(start.getTime() + this.milliseconds);
  }
}
