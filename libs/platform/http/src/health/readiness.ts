/** Milliseconds from the end of a ping to the next one. */
const pingInterval = 500;

/** Milliseconds for which a successful ping counts: longer than a short stall of the database and a ping together. */
const pingValidity = 2_000;

/** Whether the service can handle requests. It pings the database in the background, so that a probe does not wait. */
export class Readiness {
  private state: 'starting' | 'ready' | 'stopping' = 'starting';
  /** End of the last successful ping, by `performance.now()`. */
  private lastSuccess = -Infinity;
  private timer: NodeJS.Timeout | undefined;

  /** @param ping sends a minimal statement to the database; it must have a timeout */
  constructor(private readonly ping: () => Promise<unknown>) {}

  /** To be called when the database is open and its schema is up to date. */
  markReady(): void {
    if (this.state !== 'starting') return;
    this.state = 'ready';
    this.lastSuccess = performance.now();
    this.schedulePing();
  }

  markStopping(): void {
    this.state = 'stopping';
    clearTimeout(this.timer);
  }

  /** Text for people, without secrets; undefined if the service is ready. */
  notReadyReason(): string | undefined {
    if (this.state === 'starting') return 'The service waits for its database.';
    if (this.state === 'stopping') return 'The service is about to end.';
    return performance.now() - this.lastSuccess < pingValidity ? undefined : 'The database does not answer.';
  }

  private schedulePing(): void {
    this.timer = setTimeout(() => void this.pingNow(), pingInterval).unref();
  }

  private async pingNow(): Promise<void> {
    try {
      await this.ping();
      this.lastSuccess = performance.now();
    } catch {
      // `lastSuccess` stays.
    }
    if (this.state === 'ready') this.schedulePing();
  }
}
