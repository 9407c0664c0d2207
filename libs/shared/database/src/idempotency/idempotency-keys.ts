import { createHash } from 'node:crypto';
import { IdempotencyConflict, IdempotencyMismatch, type IdempotencyKey, type Transaction } from '@petstore/kernel';
import type { DataSource } from 'typeorm';
import type { Persistence } from '../data-source.ts';
import { translate } from '../database.errors.ts';
import { PreparedStatement } from '../prepared-statement.ts';
import type { StatementError } from '../statement-outcome.ts';
import { expiryCutoff, IdempotencyKeyEntity } from './idempotency-key.entity.ts';
import * as migrations from './migrations.ts';

/** The table of the idempotency keys, which all contexts share. */
export const idempotencyPersistence: Persistence = {
  entities: [IdempotencyKeyEntity],
  migrations: Object.values(migrations),
};

/** SET clause for ON CONFLICT: an unexpired row keeps its value, an expired row gets the new one. */
const keepIfUnexpired = (column: string) =>
  `${column} = CASE WHEN known.created_at > ${expiryCutoff} THEN known.${column} ELSE excluded.${column} END`;

/**
 * Inserts the key, or finds its row. A concurrent transaction with the same key waits for the lock on the row. An unexpired row is
 * updated to its own values, because RETURNING returns only written rows.
 */
const claimedKey = new PreparedStatement<readonly [createdId: string | null, kind: string, fingerprint: string]>(
  'claimed_key',
  `INSERT INTO idempotency_keys AS known (owner, key, fingerprint, kind, created_id)
   VALUES ($1, $2, decode($3, 'hex'), $4, NULL)
   ON CONFLICT (owner, key) DO UPDATE
   SET ${['fingerprint', 'kind', 'created_id', 'created_at'].map(keepIfUnexpired).join(', ')}
   RETURNING created_id, kind, encode(fingerprint, 'hex')`,
);

const completedKey = new PreparedStatement<readonly []>(
  'completed_key',
  'UPDATE idempotency_keys SET created_id = $3 WHERE owner = $1 AND key = $2',
);

/** SQLSTATE lock_not_available: the statement exceeded `lock_timeout`. */
const lockNotAvailable = '55P03';

/**
 * The idempotency keys of one kind of resource. They are stored in the transaction that creates the resource: if it fails, its
 * key is not stored.
 */
export class IdempotencyKeys<Input> {
  /**
   * @param kind name of the kind, stored with the key. It must not change between releases.
   * @param canonicalText returns equal texts for equal inputs. The hash of the text is stored for `IdempotencyKey.lifetime`. If a
   *   release changes the text, a repeat of a request to the previous release fails with IdempotencyMismatch.
   */
  constructor(
    private readonly kind: string,
    private readonly canonicalText: (input: Input) => string,
  ) {}

  /**
   * Waits for a transaction with the same key, then stores the key. Call it before any other lock of the transaction.
   * @returns the id that the key has created; undefined if this transaction must create it and call `complete`
   * @throws IdempotencyMismatch if the key belongs to another kind or input
   * @throws IdempotencyConflict if a transaction with the same key is still running at the lock timeout
   */
  async claim(transaction: Transaction, input: Input, { owner, text }: IdempotencyKey): Promise<string | undefined> {
    const fingerprint = createHash('sha256').update(this.canonicalText(input)).digest('hex');
    const rows = await claimedKey
      .runIn(transaction, [owner, text, fingerprint, this.kind])
      .catch((error: StatementError) => {
        throw error.code === lockNotAvailable ? new IdempotencyConflict() : error;
      });
    const [createdId, knownKind, knownFingerprint] = rows[0]!;
    if (knownKind !== this.kind || knownFingerprint !== fingerprint) throw new IdempotencyMismatch();
    return createdId ?? undefined;
  }

  /** Stores the id of the resource that the transaction has created. */
  async complete(transaction: Transaction, { owner, text }: IdempotencyKey, createdId: string): Promise<void> {
    await completedKey.runIn(transaction, [owner, text, createdId]);
  }
}

/** Deletes at most $1 expired keys. Skips rows that another transaction has locked: the next run deletes them. */
const deleteExpiredKeys = `
  DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM idempotency_keys WHERE created_at <= ${expiryCutoff}
    ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED
  ))`;

/**
 * Deletes up to `limit` expired idempotency keys without waiting for keys that are in use.
 * @returns the number of deleted keys
 */
export async function purgeExpiredKeys(dataSource: DataSource, limit: number): Promise<number> {
  const [, count] = await dataSource
    .query<[rows: [], count: number]>(deleteExpiredKeys, [limit])
    .catch(translate('change'));
  return count;
}
