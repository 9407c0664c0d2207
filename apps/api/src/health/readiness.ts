import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds the database has to say that it is there: who asks for the health gets an answer within a second. */
const longestPing = 800;

/** Whether the service should be sent requests. */
export class Readiness {
  private state: 'starting' | 'open' | 'draining' = 'starting';
  private pinging: Promise<string | undefined> | undefined;

  /** @param ping asks the database for the least it can do */
  constructor(private readonly ping: () => Promise<unknown>) {}

  /** The database has been reached and its schema is up to date. */
  open(): void {
    if (this.state === 'starting') this.state = 'open';
  }

  /** The service is about to end. */
  drain(): void {
    this.state = 'draining';
  }

  /** Why it should not, for people and without secrets; nothing when it should. */
  async hindrance(): Promise<string | undefined> {
    if (this.state === 'starting') return 'The service waits for its database.';
    const wrong = this.state === 'open' ? await this.askDatabase() : undefined;
    return (this.state as string) === 'draining' ? 'The service is about to end.' : wrong;
  }

  /** However many ask for the health at once, the database is asked once. */
  private askDatabase(): Promise<string | undefined> {
    this.pinging ??= this.pingInTime().finally(() => (this.pinging = undefined));
    return this.pinging;
  }

  private async pingInTime(): Promise<string | undefined> {
    const late = new AbortController();
    try {
      return await Promise.race([
        this.ping().then(() => undefined),
        delay(longestPing, 'The database does not answer.', { signal: late.signal, ref: false }),
      ]);
    } catch {
      return 'The database cannot be reached.';
    } finally {
      late.abort();
    }
  }
}
