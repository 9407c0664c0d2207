import { InvalidValue, PrintableText } from '@petstore/kernel';
import { randomBase62 } from './api-key-secret.ts';
import type { Cryptography } from './platform.ts';

/** The name that an operator gives a key. It says who uses the key. */
export class KeyName extends PrintableText {
  /** @throws InvalidValue `invalid_key_name` if the text breaks the rule in `allowed` */
  static of(text: string): KeyName {
    return new KeyName(KeyName.require('invalid_key_name', 'the name of a key', text));
  }
}

/** The name of the person or program that issues or revokes a key, as the key log shows it. */
export class OperatorName extends PrintableText {
  /** @throws InvalidValue `invalid_operator_name` if the text breaks the rule in `allowed` */
  static of(text: string): OperatorName {
    return new OperatorName(OperatorName.require('invalid_operator_name', 'the name of the operator', text));
  }
}

const millisecondsPerUnit: Record<string, number> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** The moment at which a key stops working. A key without an Expiry does not expire. */
export class Expiry {
  static readonly allowed =
    'a duration from now, such as 90d or 12h (units s, m, h, d, w), or a future date, such as 2027-01-31 (the key expires at 00:00 UTC)';

  private constructor(readonly at: Date) {}

  /**
   * @param text a duration from now such as `90d`, or a date such as `2027-01-31`: its start in UTC
   * @param now the present, by the clock of the repository
   * @throws InvalidValue `invalid_expiry` if the text is neither, or if the moment is not in the future
   */
  static of(text: string, now: Date): Expiry {
    const at = afterDuration(text, now) ?? startOfDate(text);
    if (!at || at <= now) throw new InvalidValue('invalid_expiry', 'the expiry of a key', text, Expiry.allowed);
    return new Expiry(at);
  }
}

/** Returns undefined if the text is not a duration: a number from 0 to 99999 without leading zeros, followed by a unit. */
function afterDuration(text: string, now: Date): Date | undefined {
  const [, count, unit] = /^(0|[1-9]\d{0,4})([smhdw])$/.exec(text) ?? [];
  return unit === undefined ? undefined : new Date(now.getTime() + Number(count) * millisecondsPerUnit[unit]!);
}

/** Returns undefined if the text is not a date that exists. `Date` reads 2027-02-31 as 2027-03-03, so the result is compared. */
function startOfDate(text: string): Date | undefined {
  const at = new Date(`${text}T00:00:00Z`);
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
  return isDate ? at : undefined;
}

const publicIdBytes = 9;
/** Base62 digits of 9 bytes. */
const publicIdDigits = 13;
const publicIdFormat = new RegExp(`^key_[0-9A-Za-z]{${publicIdDigits}}$`);

/** Creates a random public id. It does not depend on the secret. */
export function newPublicId(cryptography: Cryptography): string {
  return `key_${randomBase62(cryptography, publicIdBytes, publicIdDigits)}`;
}

/**
 * Validates the format of a public id and returns it.
 * @throws InvalidValue `invalid_key_id` if the format is wrong. Its message does not contain the text, because an operator may
 * have pasted a secret by mistake.
 */
export function parsePublicId(text: string): string {
  if (publicIdFormat.test(text)) return text;
  throw new InvalidValue('invalid_key_id', 'the id of a key', text, `key_ and ${publicIdDigits} letters or digits`);
}
