import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn, type ColumnType } from 'typeorm';

/** A type of PostgreSQL that TypeORM does not know, see `createDataSource`. */
const xid8 = 'xid8' as string as ColumnType;

const primaryKeyConstraintName = 'events_pkey';

/**
 * The log of events, in the order of the primary key. `transaction` is the transaction that appended the event: a page contains only
 * events below the oldest transaction that is running, because no later commit can add an event before those.
 */
@Entity('events')
@Index('events_type_index', ['type', 'history', 'transaction', 'id'])
@Index('events_pet_id_index', ['petId', 'history', 'transaction', 'id'])
export class EventEntity {
  /** Id of the history in which the event happened. */
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName })
  history!: number;

  @PrimaryColumn({ type: xid8, primaryKeyConstraintName, default: () => 'pg_current_xact_id()' })
  transaction!: string;

  @PrimaryGeneratedColumn('identity', { type: 'bigint', primaryKeyConstraintName })
  id!: string;

  @Column({ name: 'pet_id', type: 'bigint' })
  petId!: string;

  @Column({ type: 'text' })
  type!: string;

  @Column({ type: 'text' })
  actor!: string;

  /** The clock of the database at the append. `now()` would be the begin of the transaction, which can have waited for the animal. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'clock_timestamp()' })
  time!: Date;

  /** `data` of DomainEvent. */
  @Column({ type: 'json' })
  data!: Readonly<Record<string, object>>;
}

/**
 * The histories of this store. A restore, a promotion or a move begins a new one, because transaction ids then restart, or events that
 * clients have read can be undone. The one with the greatest id is the present one.
 */
@Entity('histories')
export class HistoryEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', primaryKeyConstraintName: 'histories_pkey' })
  id!: number;

  @Column({ type: 'uuid' })
  uuid!: string;

  /** System identifier and timeline of the server, and the OIDs of the database and of the table of events. */
  @Column({ type: 'text' })
  identity!: string;
}
