import { TimeLimitExceeded, untilAborted, type AbortSignal } from '@petstore/kernel';

/**
 * The time limit of one request: an AbortSignal with its timer. It aborts at the end of the limit. It is not an AbortController of
 * the platform, because creating one for each request takes a fifth more CPU time per get.
 */
export class TimeLimit implements AbortSignal {
  aborted = false;
  private readonly listeners: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined = undefined;
  /** Time of the monotonic clock (`performance.now()`). */
  private endsAt = Infinity;

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.push(listener);
  }

  /** @param duration in milliseconds */
  start(duration: number): void {
    this.endsAt = performance.now() + duration;
    this.timer = setTimeout(() => this.abort(), duration);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** Awaits the promise and stops the timer meanwhile. For waits that the client causes. */
  async exclude<T>(wait: Promise<T>): Promise<T> {
    const remaining = this.endsAt - performance.now();
    this.stop();
    try {
      return await wait;
    } finally {
      this.start(Math.max(0, remaining));
    }
  }

  /**
   * Awaits `work` until the end of the limit. It does not cancel `work`, so `work` must not change data.
   * @throws TimeLimitExceeded
   */
  within<T>(work: Promise<T>): Promise<T> {
    return untilAborted(work, this, () => new TimeLimitExceeded());
  }

  private abort(): void {
    this.aborted = true;
    for (const listener of this.listeners) listener();
  }
}
