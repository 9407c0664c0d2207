import { Logger, type OnModuleDestroy } from '@nestjs/common';

/** Milliseconds from the call of `start` to the first run. */
const firstDelay = 10_000;

/** Milliseconds between the last step of a run and the next run. */
const interval = 600_000;

/** Milliseconds between the steps of a run, so that requests can use the database in between. */
const stepInterval = 100;

/**
 * A background job that runs every ten minutes after `start`. A run consists of short steps. After a failed step the job logs a warning and
 * waits for the next run.
 */
export abstract class PeriodicJob implements OnModuleDestroy {
  private readonly logger = new Logger();
  private timer: NodeJS.Timeout | undefined;
  private currentStep = Promise.resolve();
  private isStopped = false;

  /** @param failure text of the warning for a failed step. The job appends the message of the error. */
  protected constructor(private readonly failure: string) {}

  /** Does a part of the work. @returns whether the run needs another step */
  protected abstract step(): Promise<boolean>;

  /** Schedules the first run. Call it when the database is available. */
  start(): void {
    this.schedule(firstDelay);
  }

  /** Waits for the step that is running. */
  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.currentStep;
  }

  private schedule(delay: number): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => (this.currentStep = this.runStep()), delay).unref();
  }

  private async runStep(): Promise<void> {
    try {
      this.schedule((await this.step()) ? stepInterval : interval);
    } catch (error) {
      const { cause, message } = error as Error;
      this.logger.warn(`${this.failure}: ${cause instanceof Error ? cause.message : message}`);
      this.schedule(interval);
    }
  }
}
