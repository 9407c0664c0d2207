import { purgeExpiredKeys } from '@petstore/database';
import { PeriodicJob } from '@petstore/http/nest/periodic.job';
import type { DataSource } from 'typeorm';

/** Maximum number of keys that one statement deletes, so that it holds its locks only briefly. */
const batchSize = 1_000;

/** Deletes expired idempotency keys. */
export class PurgeIdempotencyKeysJob extends PeriodicJob {
  constructor(private readonly dataSource: DataSource) {
    super('expired idempotency keys were not deleted, the next attempt follows later');
  }

  /** Returns true if the batch was full, because more keys may have expired. */
  protected async step(): Promise<boolean> {
    return (await purgeExpiredKeys(this.dataSource, batchSize)) === batchSize;
  }
}
