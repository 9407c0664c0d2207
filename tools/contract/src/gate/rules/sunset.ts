import { valueOf, type Part } from '../model/part.ts';

/** The keys of an operation's removal date: the first for tools that compare documents, the second for Redocly. */
export const sunsetKeys = ['x-sunset', 'x-deprecated-sunset'] as const;

/** The shortest time from the release that deprecates an operation to its removal, in days. */
export const noticeDays = 365;

const day = 86_400_000;

/**
 * Returns the removal date of an operation as `YYYY-MM-DD`. Returns undefined if the operation is not deprecated, has no valid
 * date, or has two different dates.
 */
export function sunsetOf(operation: Part | undefined): string | undefined {
  const dates = new Set(sunsetKeys.flatMap((key) => valueOf(operation, key) ?? []));
  const [date] = dates;
  return valueOf(operation, 'deprecated') === true && dates.size === 1 && isDate(date) ? date : undefined;
}

/** Whether the value is a date in the form `YYYY-MM-DD` that exists. */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** Returns the first day on which an operation that is deprecated on the given day may be removed. */
export function earliestSunset(today: string): string {
  return new Date(Date.parse(today) + noticeDays * day).toISOString().slice(0, 10);
}
