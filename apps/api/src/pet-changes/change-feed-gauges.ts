import { Logger } from '@nestjs/common';
import { Deadline } from '@petstore/kernel';
import type { ChangeFeedDelay, PetChanges } from '@petstore/pets-domain';
import type { GaugeDefinition } from '@petstore/http/metrics';

/** Milliseconds for which scrapes share a sample. */
const sampleLifetime = 5_000;

/** Maximum milliseconds for which a scrape waits for the sample. */
const sampleTimeout = 1_000;

/** Age in seconds from which the log names the oldest transaction. */
const reportedAge = 30;

/** Minimum milliseconds between two log lines. */
const reportInterval = 60_000;

/** The gauges of the change feed. Scrapes read the delay at most once in `sampleLifetime`, and nothing reads it without them. */
export class ChangeFeedGauges {
  private readonly logger = new Logger();
  private sample: Promise<ChangeFeedDelay | undefined> = Promise.resolve(undefined);
  /** In milliseconds of the monotonic clock. */
  private sampledAt = -Infinity;
  private reportedAt = -Infinity;

  readonly gauges: readonly GaugeDefinition[] = [
    {
      name: 'petstore_change_feed_delay_seconds',
      help: 'Age of the oldest writing transaction, which delays the change feed. 0 if there is none.',
      read: async () => {
        const delay = await this.readDelay();
        return delay && (delay.oldest?.age ?? 0);
      },
    },
    {
      name: 'petstore_change_feed_delayed_transactions',
      help: 'Transactions that began after the oldest writing transaction. Their changes are not in the change feed.',
      read: async () => (await this.readDelay())?.transactions,
    },
  ];

  constructor(private readonly changes: PetChanges) {}

  /** Returns undefined if the database does not respond. Other metrics and the log report that. */
  private readDelay(): Promise<ChangeFeedDelay | undefined> {
    const now = performance.now();
    if (now - this.sampledAt >= sampleLifetime) {
      this.sampledAt = now;
      this.sample = this.takeSample(new Deadline(now + sampleTimeout));
    }
    return this.sample;
  }

  private async takeSample(deadline: Deadline): Promise<ChangeFeedDelay | undefined> {
    try {
      const delay = await this.changes.delay(deadline);
      this.report(delay);
      return delay;
    } catch {
      return undefined;
    }
  }

  /** A log line and not a label of the metric names the transaction, because a label would have unlimited values. */
  private report({ oldest, transactions }: ChangeFeedDelay): void {
    const now = performance.now();
    if (!oldest || oldest.age < reportedAge || now - this.reportedAt < reportInterval) return;
    this.reportedAt = now;
    this.logger.warn(
      `the change feed is delayed: ${oldest.description} began to write ${Math.round(oldest.age)} s ago; ` +
        `${transactions} transactions began after it`,
    );
  }
}
