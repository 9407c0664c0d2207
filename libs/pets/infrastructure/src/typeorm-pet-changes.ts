import { batchOptions, DatabaseUnavailable, readUntilAborted, translate } from '@petstore/database';
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

interface HistoryRow {
  readonly system: string;
  readonly timeline: string;
  readonly pets_oid: number;
  readonly first_unassigned: string;
}

type ChangesRow = HistoryRow & AggregatedPets & { readonly last_changed_in: string | null };

/** Reads at most $3 pets after the position $1, $2. Returns one row, also for an empty page. */
export const changesAfter = `SELECT history.*, page.*
   FROM (${history}) AS history
   CROSS JOIN LATERAL (
     SELECT (pg_catalog.array_agg(changed_in ORDER BY ${order}))[count(*)] AS last_changed_in, ${aggregatedPets(order)}
     FROM (
       SELECT changed_in, id, ${columnNames} FROM pets
       WHERE (changed_in, id) > ($1::xid8, $2::bigint) AND changed_in < ${snapshotXmin}
       ORDER BY ${order} LIMIT $3
     ) AS pet
   ) AS page`;

/**
 * Finds the last row that the feed contains. The position is that of a row and not a transaction id of the snapshot: after a crash,
 * PostgreSQL assigns the ids of lost transactions again, and a committed row proves that its id is not lost.
 */
export const latestChange = `SELECT history.*, last.changed_in, last.id
   FROM (${history}) AS history
   LEFT JOIN LATERAL (
     SELECT changed_in, id FROM pets WHERE changed_in < ${snapshotXmin}
     ORDER BY changed_in DESC, id DESC LIMIT 1
   ) AS last ON true`;

/** Returns the seconds since the oldest transaction with an id began, in any database of the server. */
const feedDelay = `SELECT pg_catalog.extract('epoch', pg_catalog.clock_timestamp() - began)::float AS age
   FROM (
     SELECT xact_start AS began FROM pg_catalog.pg_stat_activity WHERE backend_xid = (${snapshotXmin})::xid
     UNION ALL
     SELECT prepared FROM pg_catalog.pg_prepared_xacts WHERE transaction = (${snapshotXmin})::xid
   ) AS oldest`;

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
    const reading = this.dataSource.query<{ age: number | null }[]>(feedDelay).catch(translate('read'));
    const [row] = await readUntilAborted(reading, signal);
    return row ? (row.age ?? undefined) : 0;
  }

  private async readPage(request: ChangesRequest): Promise<PetChangesPage> {
    // Only the requests before this statement share it: a later one must see what was committed before it.
    this.pages.clear(request);
    const { position, limit } = request;
    const values = [position.changedIn, position.petId, limit];
    const [row] = await this.dataSource.query<[ChangesRow]>(changesAfter, values).catch(translate('read'));
    const currentHistory = historyOf(row);
    // A copy of the data files has the same history. Its transaction ids restart, so that the position can be ahead of them.
    const isAhead = BigInt(position.changedIn) >= BigInt(row.first_unassigned);
    if (isAhead || position.history !== currentHistory) throw new CursorGone();
    if (row.last_changed_in === null) return { pets: [], next: position };
    const pets = toPets(row);
    return { pets, next: new ChangePosition(currentHistory, row.last_changed_in, pets.at(-1)!.id.decimal) };
  }

  private async readLatestPosition(): Promise<ChangePosition> {
    type Row = HistoryRow & { readonly changed_in: string | null; readonly id: string | null };
    const [row] = await this.dataSource.query<[Row]>(latestChange).catch(translate('read'));
    return new ChangePosition(historyOf(row), row.changed_in ?? '0', row.id ?? '0');
  }
}

/** @throws DatabaseUnavailable on a standby: a promotion would end the history */
function historyOf({ system, timeline, pets_oid: table }: HistoryRow): string {
  if (timeline === '') throw new DatabaseUnavailable(new Error('the database is a standby'));
  return `${system}.${timeline}.${table}`;
}
