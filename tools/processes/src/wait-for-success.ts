import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds within which a server must return 200. */
const startTimeout = 120_000;

/** Milliseconds between two requests. */
const pollInterval = 5;

/**
 * Polls the URL until it returns 200.
 * @param requireRunning called before each request; throws if the server has exited
 * @param authorization returns the `Authorization` header; called for each request, because the key may be created during the start
 * @throws Error if there is no 200 within 120 seconds
 */
export async function waitForSuccess(
  url: string,
  requireRunning: () => void | Promise<void>,
  authorization: () => string = () => '',
): Promise<void> {
  const deadline = performance.now() + startTimeout;
  while (performance.now() < deadline) {
    await requireRunning();
    if (await succeeds(url, authorization())) return;
    await delay(pollInterval);
  }
  throw new Error(`${url} did not return 200 within ${startTimeout / 1_000} s`);
}

async function succeeds(url: string, authorization: string): Promise<boolean> {
  try {
    const response = await fetch(url, { headers: { authorization, connection: 'close' } });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
