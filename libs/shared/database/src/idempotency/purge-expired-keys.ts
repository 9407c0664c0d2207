import type { DataSource } from 'typeorm';
import { translate } from '../database.errors.ts';
import { expiryCutoff } from './idempotency-key.entity.ts';

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
