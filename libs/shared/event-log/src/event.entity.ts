import { Check, Column, Entity, Generated, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** The columns that an event has before and after it gets its position. */
abstract class EventColumns {
  /** The id of the CloudEvent. */
  @Column({ type: 'uuid' })
  @Generated('uuid')
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
 * An event that has no position yet. Each change inserts its event here, in its own transaction. Readers move the committed events into the
 * log. There is no other index, because each change would write it twice.
 */
@Entity('event_outbox')
export class OutboxEventEntity extends EventColumns {
  /** Ascends for the events of one animal, because a change draws it while it has the lock of its animal. Never given again. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', primaryKeyConstraintName: 'event_outbox_pkey' })
  serial!: string;
}

/** An event of the log. The table is only appended to. Its key guards the positions: no two readers can give the same one. */
@Entity('events')
@Index('events_type_position_index', ['type', 'position'])
@Index('events_pet_id_type_position_index', ['petId', 'type', 'position'])
export class EventEntity extends EventColumns {
  @PrimaryColumn({ type: 'bigint', primaryKeyConstraintName: 'events_pkey' })
  position!: string;
}

/** Has one row, which a reader locks while it gives positions. It contains nothing, so that it cannot disagree with the log. */
@Entity('event_log_head')
@Check('event_log_head_check', 'id = 1')
export class EventLogHeadEntity {
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'event_log_head_pkey' })
  id!: number;
}
