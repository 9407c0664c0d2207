import { setTimeout as delay } from 'node:timers/promises';
import { query } from './test-database.ts';

/** Milliseconds between two checks, and those after which `until` gives up. */
const [pause, limit] = [10, 120_000];

/** Repeats the check until it returns a value other than false and undefined. */
export async function until<T>(check: () => T | Promise<T>): Promise<Exclude<T, false | undefined>> {
  for (const end = performance.now() + limit; performance.now() < end; await delay(pause)) {
    const value = await check();
    if (value !== undefined && value !== false) return value as Exclude<T, false | undefined>;
  }
  throw new Error(`not within ${limit / 1_000} s: ${check.toString()}`);
}

/** Waits until this many statements of the database wait for a lock. */
export async function untilBlocked(url: string, count = 1): Promise<void> {
  const blocked = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  await until(async () => (await query(url, blocked)).length >= count);
}
