import { batchOptions, DatabaseUnavailable, PreparedStatement, readUntilAborted } from '@petstore/database';
import type { AbortSignal } from '@petstore/kernel';
import { ChangePosition, CursorGone, PetChanges, type PetChangesPage } from '@petstore/pets-domain';
import DataLoader from 'dataloader';
import type { DataSource } from 'typeorm';
import { aggregatedPets, columnNames } from './pet-statements.ts';
import { toPets, type AggregatedPets } from './pet.entity.ts';

const snapshot = 'pg_catalog.pg_current_snapshot()';

/**
 * Every transaction with a smaller id has ended, and the snapshot of the statement contains its changes. No later commit can
 * add a change before it.
 */
const snapshotXmin = `pg_catalog.pg_snapshot_xmin(${snapshot})`;

const order = 'changed_in, id';

/**
 * The history of the changes, and a transaction id above that of every visible row. `timeline` is empty on a standby, where PostgreSQL
 * cannot return it. All roles may call these functions. `pg_control_checkpoint` would return the old timeline until the first
 * checkpoint after a promotion.
 */
const history = `SELECT
    (SELECT system_identifier FROM pg_catalog.pg_control_system()) AS system,
    CASE WHEN pg_catalog.pg_is_in_recovery() THEN ''
         ELSE pg_catalog."left"(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 8) END AS timeline,
    pg_catalog.to_regclass('pets')::oid AS pets_oid,
    pg_catalog.pg_snapshot_xmax(${snapshot}) AS first_unassigned`;

type HistoryColumns = readonly [system: string, timeline: string, table: string, firstUnassigned: string];

/**
 * Reads at most $3 pets after the position $1, $2. Returns one row, also for an empty page.
 *
 * OFFSET 0 hides the parameters from the planner. Otherwise it estimates fewer rows for given parameters than for a generic plan,
 * and plans each execution again, which takes longer than the execution.
 */
export const changesAfter = new PreparedStatement<
  readonly [...history: HistoryColumns, lastChangedIn: string | null, ...pets: AggregatedPets]
>(
  'changes_after',
  `SELECT history.*, page.*
   FROM (${history}) AS history
   CROSS JOIN (SELECT $1::xid8 AS changed_in, $2::bigint AS id, $3::int AS page_limit OFFSET 0) AS q
   CROSS JOIN LATERAL (
     SELECT (pg_catalog.array_agg(changed_in ORDER BY ${order}))[count(*)], ${aggregatedPets(order)}
     FROM (
       SELECT changed_in, id, ${columnNames} FROM pets
       WHERE (changed_in, id) > (q.changed_in, q.id) AND changed_in < ${snapshotXmin}
       ORDER BY ${order} LIMIT q.page_limit
     ) AS pet
   ) AS page`,
);

/**
 * Finds the last row that the feed contains. The position is that of a row and not a transaction id of the snapshot: after a crash,
 * PostgreSQL assigns the ids of lost transactions again, and a committed row proves that its id is not lost.
 */
export const latestChange = new PreparedStatement<
  readonly [...history: HistoryColumns, changedIn: string | null, id: string | null]
>(
  'latest_change',
  `SELECT history.*, last.changed_in, last.id
   FROM (${history}) AS history
   LEFT JOIN LATERAL (
     SELECT changed_in, id FROM pets WHERE changed_in < ${snapshotXmin}
     ORDER BY changed_in DESC, id DESC LIMIT 1
   ) AS last ON true`,
);

/** Returns the seconds since the oldest transaction with an id began, in any database of the server. */
const feedDelay = new PreparedStatement<readonly [age: string | null]>(
  'feed_delay',
  `SELECT pg_catalog.extract('epoch', pg_catalog.clock_timestamp() - began)
   FROM (
     SELECT xact_start AS began FROM pg_catalog.pg_stat_activity WHERE backend_xid = (${snapshotXmin})::xid
     UNION ALL
     SELECT prepared FROM pg_catalog.pg_prepared_xacts WHERE transaction = (${snapshotXmin})::xid
   ) AS oldest`,
);

interface ChangesRequest {
  readonly position: ChangePosition;
  readonly limit: number;
}

/**
 * Reads the feed from the column `changed_in` and from the snapshot of each statement. Requests of one event-loop iteration with the
 * same position and limit share a statement. Each other page has its own statement, so that a page that takes long fails alone: a
 * client may send any positions, and names can be long.
 */
export class TypeOrmPetChanges extends PetChanges {
  private readonly pages: DataLoader<ChangesRequest, PetChangesPage, string>;

  constructor(private readonly dataSource: DataSource) {
    super();
    this.pages = new DataLoader(async ([request]) => [await this.readPage(request!)], {
      ...batchOptions,
      batch: false,
      cache: true,
      cacheKeyFn: ({ position, limit }) => `${position.text} ${limit}`,
    });
  }

  latestPosition(signal?: AbortSignal): Promise<ChangePosition> {
    return readUntilAborted(this.readLatestPosition(), signal);
  }

  after(position: ChangePosition, limit: number, signal?: AbortSignal): Promise<PetChangesPage> {
    return readUntilAborted(this.pages.load({ position, limit }), signal);
  }

  /** A role without the rights of `pg_read_all_stats` cannot read when the transaction of another role began. */
  async delay(signal?: AbortSignal): Promise<number | undefined> {
    const [row] = await readUntilAborted(feedDelay.read(this.dataSource, []), signal);
    if (!row) return 0;
    return row[0] === null ? undefined : Number(row[0]);
  }

  private async readPage(request: ChangesRequest): Promise<PetChangesPage> {
    // Only the requests before this statement share it: a later one must see what was committed before it.
    this.pages.clear(request);
    const { position, limit } = request;
    const [row] = await changesAfter.read(this.dataSource, [position.changedIn, position.petId, limit]);
    const [system, timeline, table, firstUnassigned, lastChangedIn, ...aggregated] = row!;
    const currentHistory = historyOf(system, timeline, table);
    // A copy of the data files has the same history. Its transaction ids restart, so that the position can be ahead of them.
    const isAhead = BigInt(position.changedIn) >= BigInt(firstUnassigned);
    if (isAhead || position.history !== currentHistory) throw new CursorGone();
    if (lastChangedIn === null) return { pets: [], next: position };
    const pets = toPets(aggregated);
    return { pets, next: new ChangePosition(currentHistory, lastChangedIn, pets.at(-1)!.id.decimal) };
  }

  private async readLatestPosition(): Promise<ChangePosition> {
    const [row] = await latestChange.read(this.dataSource, []);
    const [system, timeline, table, , changedIn, id] = row!;
    return new ChangePosition(historyOf(system, timeline, table), changedIn ?? '0', id ?? '0');
  }
}

/** @throws DatabaseUnavailable on a standby: a promotion would end the history */
function historyOf(system: string, timeline: string, table: string): string {
  if (timeline === '') throw new DatabaseUnavailable(new Error('the database is a standby'));
  return `${system}.${timeline}.${table}`;
}
