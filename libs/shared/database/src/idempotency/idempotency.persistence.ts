import type { Persistence } from '../data-source.ts';
import { idempotencyKeyTable } from './idempotency-key.table.ts';
import { CreateIdempotencyKeys1795132800003 } from './migrations/1795132800003-create-idempotency-keys.ts';
import { AddCreatedKindAndId1795132800004 } from './migrations/1795132800004-add-created-kind-and-id.ts';

/** The table of the idempotency keys. All contexts share it. */
export const idempotencyPersistence: Persistence = {
  tables: [idempotencyKeyTable],
  migrations: [CreateIdempotencyKeys1795132800003, AddCreatedKindAndId1795132800004],
};
