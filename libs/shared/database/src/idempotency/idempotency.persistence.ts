import type { Persistence } from '../data-source.ts';
import { IdempotencyKeyEntity } from './idempotency-key.entity.ts';
import * as migrations from './migrations.ts';

/** The idempotency keys. All contexts share it. */
export const idempotencyPersistence: Persistence = {
  entities: [IdempotencyKeyEntity],
  migrations: Object.values(migrations),
};
