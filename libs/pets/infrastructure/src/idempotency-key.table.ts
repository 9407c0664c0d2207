import { EntitySchema } from 'typeorm';

/** A row of the table `idempotency_keys`: the animal that a key has created. The database sets the time. */
export interface IdempotencyKeyRow {
  owner: string;
  key: string;
  /** SHA-256 of the NewPet's canonical text. It distinguishes a repeat from a create with another body. */
  fingerprint: Buffer;
  petId: string;
  createdAt: Date;
}

const primaryKeyConstraintName = 'idempotency_keys_pkey';

export const idempotencyKeyTable = new EntitySchema<IdempotencyKeyRow>({
  name: 'idempotency_keys',
  columns: {
    owner: { type: 'text', primary: true, primaryKeyConstraintName },
    key: { type: 'text', primary: true, primaryKeyConstraintName },
    fingerprint: { type: 'bytea' },
    petId: { name: 'pet_id', type: 'bigint' },
    createdAt: { name: 'created_at', type: 'timestamptz', default: () => 'now()' },
  },
  indices: [{ name: 'idempotency_keys_created_at_index', columns: ['createdAt'] }],
});
