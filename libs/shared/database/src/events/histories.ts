import type { DataSource } from 'typeorm';
import { DatabaseUnavailable, translate } from '../database.errors.ts';
import { lockTimes, setLockTimeout } from '../migrate.ts';
import { HistoryEntity } from './event.entity.ts';

/**
 * SQL expression: the identity of the database. The system identifier differs after a move, the timeline after a promotion, and the OIDs
 * of database and table after a restore of a dump. NULL on a standby, where PostgreSQL cannot return the timeline. Every role may call these
 * functions. `pg_control_checkpoint` would return the old timeline until the first checkpoint after a promotion.
 */
export const currentIdentity = `CASE WHEN NOT pg_catalog.pg_is_in_recovery() THEN pg_catalog.concat_ws('.',
    (SELECT system_identifier FROM pg_catalog.pg_control_system()),
    pg_catalog."left"(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 8),
    (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database()),
    pg_catalog.to_regclass('events')::oid) END`;

/**
 * Returns a statement that appends events to the present history. While `beginHistoryIfChanged` begins a new one, the statement waits, and
 * then appends to that. `present_history()` is in a subquery, so that it is not called for each row: a call takes PostgreSQL 15 µs.
 * @param rows a query whose columns are type, id of the animal, actor and data
 */
export const appendEvents = (rows: string) => `INSERT INTO events (history, type, pet_id, actor, data)
  SELECT (SELECT present_history()), happened.* FROM (${rows}) AS happened`;

/** Adds a history if the identity of the database is not that of the present one. */
export const addHistory = `INSERT INTO histories (uuid, identity)
  SELECT pg_catalog.gen_random_uuid(), found.identity FROM (SELECT ${currentIdentity} AS identity) AS found
  WHERE found.identity IS DISTINCT FROM (SELECT identity FROM histories ORDER BY id DESC LIMIT 1)`;

/** The attempt to begin a history, which all callers of a data source share. A failed one stays, so that a pause follows it. */
const attempts = new WeakMap<DataSource, Promise<void>>();

function begin(dataSource: DataSource): Promise<void> {
  let attempt = attempts.get(dataSource);
  if (!attempt) {
    attempt = dataSource.transaction(async (manager) => {
      await setLockTimeout(manager.queryRunner!, lockTimes.lockTimeout);
      await manager.query('LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE');
      await manager.query(addHistory);
    });
    attempts.set(dataSource, attempt);
    const forget = () => void attempts.delete(dataSource);
    attempt.then(forget, () => setTimeout(forget, lockTimes.pause).unref());
  }
  return attempt;
}

/**
 * Begins a new history if the database was restored, promoted or moved. Waits for the transactions that have appended to the present
 * history, and those that append later wait for it: otherwise an event could appear before the position of a client that reads on.
 * @throws DatabaseUnavailable on a standby, which cannot be written: the first call after its promotion begins a history
 */
export async function beginHistoryIfChanged(dataSource: DataSource): Promise<void> {
  // Specs open databases with the contexts that they need, which may lack the events.
  if (!dataSource.hasMetadata(HistoryEntity)) return;
  try {
    const [row] = await dataSource.query<{ changed: boolean | null }[]>(
      `SELECT ${currentIdentity} <> coalesce((SELECT identity FROM histories ORDER BY id DESC LIMIT 1), '') AS changed`,
    );
    if (row!.changed === null) throw new DatabaseUnavailable(new Error('the database is a standby'));
    if (row!.changed) await begin(dataSource);
  } catch (error) {
    // As of a read, although it can insert: OutcomeUnknown would help no caller, because the next call finds out what was added.
    translate('read')(error);
  }
}
