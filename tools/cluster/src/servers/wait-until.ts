import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds between two attempts. */
const pollInterval = 250;

/**
 * Repeats an attempt until it returns nothing. An error counts as a reason to wait.
 * @param attempt returns why to wait; undefined if there is no reason
 * @param timeout milliseconds
 * @throws Error with the last reason if the time has passed
 */
export async function waitUntil(
  what: string,
  timeout: number,
  attempt: () => Promise<string | undefined>,
): Promise<void> {
  const deadline = performance.now() + timeout;
  for (;;) {
    const reason = await attempt().catch((error: unknown) => describe(error as Error));
    if (reason === undefined) return;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${timeout / 1_000} s: ${reason}`);
    await delay(pollInterval);
  }
}

/** The message of `fetch` is always "fetch failed": its cause has the reason. */
function describe({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
