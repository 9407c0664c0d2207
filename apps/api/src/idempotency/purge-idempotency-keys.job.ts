import { purgeExpiredKeys } from '@petstore/database';
import { PeriodicJob } from '@petstore/http/nest/periodic.job';
import type { DataSource } from 'typeorm';

/** Keys per statement: few, so that locks are held briefly. */
const batchSize = 1_000;

/** Deletes expired idempotency keys. */
export class PurgeIdempotencyKeysJob extends PeriodicJob {
  constructor(private readonly dataSource: DataSource) {
    super('expired idempotency keys were not deleted, the next attempt follows later');
  }

  protected async step(): Promise<boolean> {
    return (await purgeExpiredKeys(this.dataSource, batchSize)) === batchSize;
  }
}
