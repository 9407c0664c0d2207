import type { Persistence } from '../data-source.ts';
import { idempotencyKeyTable } from './idempotency-key.table.ts';
import { CreateIdempotencyKeys1795132800003 } from './migrations/1795132800003-create-idempotency-keys.ts';
import { AddCreatedKind1795459200000 } from './migrations/1795459200000-add-created-kind.ts';

/** The table of the idempotency keys. All contexts share it. */
export const idempotencyPersistence: Persistence = {
  tables: [idempotencyKeyTable],
  migrations: [CreateIdempotencyKeys1795132800003, AddCreatedKind1795459200000],
};
