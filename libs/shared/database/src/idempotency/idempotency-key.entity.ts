import { IdempotencyKey } from '@petstore/kernel';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** SQL expression: keys that were created at this time or earlier have expired. */
export const expiryCutoff = `now() - interval '${IdempotencyKey.lifetime} milliseconds'`;

const primaryKeyConstraintName = 'idempotency_keys_pkey';

/** The table of the idempotency keys, with the id of the resource that each key has created. */
@Entity('idempotency_keys')
@Index('idempotency_keys_created_at_index', ['createdAt'])
export class IdempotencyKeyEntity {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName })
  owner!: string;

  @PrimaryColumn({ type: 'text', primaryKeyConstraintName })
  key!: string;

  /** See `KeyedRequest`. */
  @Column({ type: 'bytea' })
  fingerprint!: Buffer;

  @Column({ type: 'text' })
  kind!: string;

  @Column({ name: 'created_id', type: 'bigint' })
  createdId!: string;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
