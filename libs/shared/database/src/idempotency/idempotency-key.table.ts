import { IdempotencyKey } from '@petstore/kernel';
import { EntitySchema } from 'typeorm';

/** SQL expression: keys that were created at this time or earlier have expired. */
export const expiryCutoff = `now() - interval '${IdempotencyKey.lifetime} milliseconds'`;

/** A row of the table `idempotency_keys`: what a key has created. The database sets the time. */
export interface IdempotencyKeyRow {
  owner: string;
  key: string;
  /** SHA-256 of the request's canonical text. It distinguishes a repeat from a request with other values. */
  fingerprint: Buffer;
  /** Written only by the release that has no `kind`. A trigger keeps it equal to `createdId`. */
  petId: string | null;
  createdAt: Date;
  /** What was created, as `IdempotentInsertSpec.kind`. */
  kind: string;
  /** Null only in rows of the release that has no `kind`. */
  createdId: string | null;
}

const primaryKeyConstraintName = 'idempotency_keys_pkey';

export const idempotencyKeyTable = new EntitySchema<IdempotencyKeyRow>({
  name: 'idempotency_keys',
  columns: {
    owner: { type: 'text', primary: true, primaryKeyConstraintName },
    key: { type: 'text', primary: true, primaryKeyConstraintName },
    fingerprint: { type: 'bytea' },
    petId: { name: 'pet_id', type: 'bigint', nullable: true },
    createdAt: { name: 'created_at', type: 'timestamptz', default: () => 'now()' },
    kind: { type: 'text', default: 'pet' },
    createdId: { name: 'created_id', type: 'bigint', nullable: true },
  },
  indices: [{ name: 'idempotency_keys_created_at_index', columns: ['createdAt'] }],
});
