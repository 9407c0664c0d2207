import type { OnModuleDestroy } from '@nestjs/common';
import type { Log } from './log.ts';

/** Milliseconds from the end of a ping to the next one. */
const pingInterval = 500;

/** Milliseconds for which the service stays ready after a successful ping, so that it stays ready if a ping takes 1.2 s. */
const pingValidity = 2_000;

/** Knows whether the service can handle requests. It pings the database in the background, so that a probe does not wait. */
export class Readiness implements OnModuleDestroy {
  private state: 'starting' | 'ready' | 'stopping' = 'starting';
  /** End of the last successful ping (`performance.now()`). */
  private lastSuccess = -Infinity;
  /** Why the last ping failed. */
  private failure: unknown;
  private timer: NodeJS.Timeout | undefined;

  /**
   * @param ping rejects if the database is not available; it must have a timeout
   * @param log gets the reason of the first ping that fails, also if no client waits long enough to see its request fail
   * @param explain returns the reason for the response of the probe, if it may be public
   */
  constructor(
    private readonly ping: () => Promise<unknown>,
    private readonly log: Pick<Log, 'info' | 'warn'>,
    private readonly explain: (failure: unknown) => string | undefined = () => undefined,
  ) {}

  /** Call it when the database is open and its schema is up to date. It has no effect after the application began to stop. */
  markReady(): void {
    if (this.state !== 'starting') return;
    this.state = 'ready';
    this.lastSuccess = performance.now();
    this.schedulePing();
  }

  /** Whether the application began to stop. */
  get isStopping(): boolean {
    return this.state === 'stopping';
  }

  onModuleDestroy(): void {
    this.state = 'stopping';
    clearTimeout(this.timer);
  }

  /** Returns the reason for the response of the probe; undefined if the service is ready. */
  notReadyReason(): string | undefined {
    if (this.state === 'starting') return 'The service waits for its database.';
    if (this.state === 'stopping') return 'The service is about to end.';
    if (performance.now() - this.lastSuccess < pingValidity) return undefined;
    return this.explain(this.failure) ?? 'The database does not answer.';
  }

  private schedulePing(): void {
    this.timer = setTimeout(() => void this.pingNow(), pingInterval).unref();
  }

  private async pingNow(): Promise<void> {
    try {
      await this.ping();
      this.lastSuccess = performance.now();
      if (this.failure) this.log.info('the database answers again');
      this.failure = undefined;
    } catch (err) {
      // `lastSuccess` keeps its value, so that `notReadyReason` reports the failure after `pingValidity`.
      if (!this.failure && this.state === 'ready') this.log.warn({ err }, 'the database does not answer');
      this.failure = err;
    }
    if (this.state === 'ready') this.schedulePing();
  }
}
