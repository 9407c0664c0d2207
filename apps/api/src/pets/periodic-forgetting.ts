import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { ForgetIdempotencyKeys } from '@petstore/pets-application';

/** Milliseconds from the start of the service to the first round. */
const firstAfter = 10_000;

/** Milliseconds between rounds. */
const roundsApart = 600_000;

/** Milliseconds between the steps of a round, in which the database has time for others. */
const stepsApart = 100;

/** Forgets idempotency keys past their lifetime for as long as the service runs, beside its work. */
export class PeriodicForgetting implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger();
  private timer: NodeJS.Timeout | undefined;
  private step = Promise.resolve();
  private isStopped = false;

  constructor(private readonly forgetIdempotencyKeys: ForgetIdempotencyKeys) {}

  onApplicationBootstrap(): void {
    this.continueAfter(firstAfter);
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.step;
  }

  private continueAfter(delay: number): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => (this.step = this.forget()), delay).unref();
  }

  private async forget(): Promise<void> {
    try {
      const isMore = await this.forgetIdempotencyKeys.execute();
      this.continueAfter(isMore ? stepsApart : roundsApart);
    } catch (error) {
      this.logger.warn(`idempotency keys were not forgotten, which is tried again later: ${reasonOf(error)}`);
      this.continueAfter(roundsApart);
    }
  }
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
