import { IdempotencyKey } from '@petstore/kernel';
import { EntitySchema } from 'typeorm';

/** SQL expression: keys that were created at this time or earlier have expired. */
export const expiryCutoff = `now() - interval '${IdempotencyKey.lifetime} milliseconds'`;

const primaryKeyConstraintName = 'idempotency_keys_pkey';

/** The table of the idempotency keys, with the id of the resource that each key has created. */
export const idempotencyKeyTable = new EntitySchema({
  name: 'idempotency_keys',
  columns: {
    owner: { type: 'text', primary: true, primaryKeyConstraintName },
    key: { type: 'text', primary: true, primaryKeyConstraintName },
    // SHA-256 of the request's canonical text. It distinguishes a repeat from a request with other values.
    fingerprint: { type: 'bytea' },
    // `KeyedKind.kind`.
    kind: { type: 'text' },
    // Empty while the transaction has not created the resource yet.
    created_id: { type: 'bigint', nullable: true },
    created_at: { type: 'timestamptz', default: () => 'now()' },
  },
  indices: [{ name: 'idempotency_keys_created_at_index', columns: ['created_at'] }],
});
