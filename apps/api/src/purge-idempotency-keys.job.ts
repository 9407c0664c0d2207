import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { deleteExpiredKeys } from '@petstore/database';
import { DataSource } from 'typeorm';

/** Maximum number of keys that one statement deletes, so that it holds its locks only briefly. */
const batchSize = 1_000;

/** Milliseconds from the call of `start` to the first statement. */
const firstDelay = 10_000;

/** Milliseconds between two runs. */
const interval = 600_000;

/** Milliseconds between the statements of a run, so that requests can use the database in between. */
const statementInterval = 100;

/** Deletes expired idempotency keys every ten minutes after `start`. After a failure it logs a warning and waits for the next run. */
@Injectable()
export class PurgeIdempotencyKeysJob implements OnModuleDestroy {
  private readonly logger = new Logger();
  private timer: NodeJS.Timeout | undefined;
  private running = Promise.resolve();
  private isStopped = false;

  constructor(private readonly dataSource: DataSource) {}

  /** Schedules the first run. Call it when the database is available. */
  start(): void {
    this.schedule(firstDelay);
  }

  /** Waits for the statement that is running. */
  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private schedule(delay: number): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => (this.running = this.purge()), delay).unref();
  }

  private async purge(): Promise<void> {
    try {
      const isFull = (await deleteExpiredKeys(this.dataSource, batchSize)) === batchSize;
      this.schedule(isFull ? statementInterval : interval);
    } catch (error) {
      const { cause, message } = error as Error;
      const reason = cause instanceof Error ? cause.message : message;
      this.logger.warn(`expired idempotency keys were not deleted, the next attempt follows later: ${reason}`);
      this.schedule(interval);
    }
  }
}
