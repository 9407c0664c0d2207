import type { Persistence } from '../data-source.ts';
import { IdempotencyKeyEntity } from './idempotency-key.entity.ts';
import { CreateIdempotencyKeys1795132800003 } from './migrations/1795132800003-create-idempotency-keys.ts';
import { AddCreatedKind1795459200000 } from './migrations/1795459200000-add-created-kind.ts';

/** The idempotency keys. All contexts share it. */
export const idempotencyPersistence: Persistence = {
  entities: [IdempotencyKeyEntity],
  migrations: [CreateIdempotencyKeys1795132800003, AddCreatedKind1795459200000],
};
