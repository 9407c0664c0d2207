import { setTimeout as delay } from 'node:timers/promises';

/**
 * Repeats the check until it returns a value other than false, null and undefined.
 * @param pause milliseconds between two checks
 * @param limit milliseconds after which it throws
 * @param description of the check, for the error
 */
export async function until<T>(
  check: () => T | Promise<T>,
  pause = 10,
  limit = 120_000,
  description = check.toString(),
): Promise<Exclude<T, false | null | undefined>> {
  for (const end = performance.now() + limit; performance.now() < end; await delay(pause)) {
    const value = await check();
    if (value !== undefined && value !== null && value !== false) return value as Exclude<T, false | null | undefined>;
  }
  throw new Error(`not within ${limit / 1_000} s: ${description}`);
}
