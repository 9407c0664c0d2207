/** Milliseconds from the end of a ping to the next one. */
const pingInterval = 500;

/** Milliseconds for which a successful ping counts: more than a stall of the database may take, and a ping. */
const longestSilence = 2_000;

/**
 * Whether the service should be sent requests. While it is open, the database is pinged in the background, so that the
 * answer never waits for it.
 */
export class Readiness {
  private state: 'starting' | 'open' | 'draining' = 'starting';
  /** When the last ping that succeeded ended, by `performance.now()`. */
  private lastSuccess = -Infinity;
  private timer: NodeJS.Timeout | undefined;

  /** @param ping asks the database for the least it can do; it ends by itself, whatever the database does */
  constructor(private readonly ping: () => Promise<unknown>) {}

  /** The database has just been reached, and its schema is up to date. */
  markReady(): void {
    if (this.state !== 'starting') return;
    this.state = 'open';
    this.lastSuccess = performance.now();
    this.pingLater();
  }

  /** The service is about to end. */
  markStopping(): void {
    this.state = 'draining';
    clearTimeout(this.timer);
  }

  /** Why it should not be sent requests, for people and without secrets; nothing when it should. */
  notReadyReason(): string | undefined {
    if (this.state === 'starting') return 'The service waits for its database.';
    if (this.state === 'draining') return 'The service is about to end.';
    const isAnswering = performance.now() - this.lastSuccess < longestSilence;
    return isAnswering ? undefined : 'The database does not answer.';
  }

  private pingLater(): void {
    this.timer = setTimeout(() => void this.pingNow(), pingInterval).unref();
  }

  private async pingNow(): Promise<void> {
    try {
      await this.ping();
      this.lastSuccess = performance.now();
    } catch {
      // The last success grows old.
    }
    if (this.state === 'open') this.pingLater();
  }
}
