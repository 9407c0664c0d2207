import { PreparedStatement } from '@petstore/database';
import type { AggregatedPets } from './pet-rows.ts';
import { aggregatedColumns, arrayAgg, columnNames } from './pet-statements.ts';

// The functions are named with their schema, as in `pet-statements.ts`.
const snapshot = 'pg_catalog.pg_current_snapshot()';

/**
 * Every transaction with a smaller id has ended, and the snapshot of the statement contains its changes. No later commit can
 * add a change before it.
 */
const firstRunning = `pg_catalog.pg_snapshot_xmin(${snapshot})`;

/** Every transaction that has ended has a smaller id. */
const firstUnassigned = `pg_catalog.pg_snapshot_xmax(${snapshot})`;

const order = 'changed_in, id';

/**
 * The history of the changes, and the first transaction id that no row can have. `timeline` is empty on a standby, where PostgreSQL
 * cannot return it. All roles may call these functions. `pg_control_checkpoint` would return the old timeline until the first
 * checkpoint after a promotion.
 */
export type HistoryColumns = readonly [system: string, timeline: string, table: string, firstUnassigned: string];

const history = `SELECT
    (SELECT system_identifier FROM pg_catalog.pg_control_system()) AS system,
    CASE WHEN pg_catalog.pg_is_in_recovery() THEN ''
         ELSE pg_catalog."left"(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 8) END AS timeline,
    pg_catalog.to_regclass('pets')::oid AS pets_oid,
    ${firstUnassigned} AS first_unassigned`;

/** A page of the feed. An empty page has `null` after the history. */
export type ChangesRow = readonly [...history: HistoryColumns, lastChangedIn: string | null, ...pets: AggregatedPets];

/**
 * Reads at most $3 pets after the position $1, $2. Returns one row, also for an empty page.
 *
 * OFFSET 0 hides the parameters from the planner. Otherwise it estimates fewer rows for given parameters than for a generic plan,
 * and plans each execution again, which takes longer than the execution.
 */
export const changesAfter = new PreparedStatement<ChangesRow>(
  'changes_after',
  `SELECT history.*, page.*
   FROM (${history}) AS history
   CROSS JOIN (SELECT $1::xid8 AS changed_in, $2::bigint AS id, $3::int AS page_limit OFFSET 0) AS q
   CROSS JOIN LATERAL (
     SELECT (${arrayAgg}(changed_in ORDER BY ${order}))[count(*)], ${aggregatedColumns(order)}
     FROM (
       SELECT changed_in, id, ${columnNames} FROM pets
       WHERE (changed_in, id) > (q.changed_in, q.id) AND changed_in < ${firstRunning}
       ORDER BY ${order} LIMIT q.page_limit
     ) AS pet
   ) AS page`,
);

/** The position of the last row that the feed contains; `null` if it contains none. */
export type PresentRow = readonly [...history: HistoryColumns, changedIn: string | null, id: string | null];

/**
 * The position is that of a row and not a transaction id of the snapshot. After a crash, PostgreSQL assigns the ids of lost
 * transactions again, and a committed row proves that its id is not lost.
 */
export const presentChange = new PreparedStatement<PresentRow>(
  'present_change',
  `SELECT history.*, last.changed_in, last.id
   FROM (${history}) AS history
   LEFT JOIN LATERAL (
     SELECT changed_in, id FROM pets WHERE changed_in < ${firstRunning}
     ORDER BY changed_in DESC, id DESC LIMIT 1
   ) AS last ON true`,
);

/** `description` and `age` are `null` if no transaction delays the feed. `age` is also `null` if the role may not read it. */
export type DelayRow = readonly [
  firstRunning: string,
  firstUnassigned: string,
  description: string | null,
  age: string | null,
];

/** Finds the oldest transaction with an id, in any database of the server. */
export const feedDelay = new PreparedStatement<DelayRow>(
  'feed_delay',
  `SELECT running.first, running.next, oldest.description, oldest.age
   FROM (SELECT ${firstRunning} AS first, ${firstUnassigned} AS next) AS running
   LEFT JOIN LATERAL (
     SELECT pg_catalog.format('process %s (%s) in the database %s', pid, application_name, datname) AS description,
            pg_catalog.extract('epoch', pg_catalog.clock_timestamp() - xact_start) AS age
     FROM pg_catalog.pg_stat_activity WHERE backend_xid = running.first::xid
     UNION ALL
     SELECT pg_catalog.format('prepared transaction %s in the database %s', gid, database),
            pg_catalog.extract('epoch', pg_catalog.clock_timestamp() - prepared)
     FROM pg_catalog.pg_prepared_xacts WHERE transaction = running.first::xid
     LIMIT 1
   ) AS oldest ON true`,
);
