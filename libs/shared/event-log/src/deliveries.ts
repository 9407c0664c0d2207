import { Column, Entity, PrimaryColumn, type DataSource, type QueryRunner } from 'typeorm';
import { DatabaseUnavailable, translate } from '@petstore/database';
import { PrintableText } from '@petstore/kernel';

/** The operator's name for a receiver. */
export class DeliveryName extends PrintableText {
  static override readonly maxLength = 255;

  /** @throws InvalidValue `invalid_delivery_name` if the text breaks the rule in `allowed` */
  static of(text: string): DeliveryName {
    return new DeliveryName(DeliveryName.require('invalid_delivery_name', '--name (default: the address)', text));
  }
}

/** The place in the log up to which a receiver has confirmed the events of its types. */
@Entity('deliveries')
export class DeliveryEntity {
  /** A DeliveryName. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'deliveries_pkey' })
  name!: string;

  /** A place of EventLog; null before the oldest event. */
  @Column({ type: 'text', nullable: true })
  place!: string | null;

  /** The place is only true of these types of events, in ascending order; null for all types. */
  @Column({ type: 'text', array: true, nullable: true })
  types!: readonly string[] | null;
}

/** The places of all receivers. */
export class Deliveries {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the place and the types under the name, also while another program changes them; null if there are none. @throws DatabaseUnavailable */
  find(name: string): Promise<DeliveryEntity | null> {
    return this.dataSource.getRepository(DeliveryEntity).findOneBy({ name }).catch(translate('read'));
  }

  /** Stores the first place under a name, unless there is one. */
  async add(row: DeliveryEntity): Promise<void> {
    const insert = this.dataSource
      .createQueryBuilder()
      .insert()
      .into(DeliveryEntity)
      .values({ ...row });
    await insert.orIgnore().execute().catch(translate('change'));
  }

  /** Returns the milliseconds that have passed since the time, which must be of the database's clock. @throws DatabaseUnavailable */
  async ageOf(time: Date): Promise<number> {
    const text = 'SELECT (1000 * extract(epoch FROM clock_timestamp() - $1::timestamptz))::float8 AS age';
    const [{ age }] = await this.dataSource.query<[{ age: number }]>(text, [time]).catch(translate('read'));
    return age;
  }

  /**
   * Locks the place under the name, so that only one program delivers to its receiver. The lock belongs to a connection to the database.
   * It ends with that connection, for example when the program is killed. Needs a pooler that keeps sessions. If a restore has removed the
   * place, it is before the oldest event.
   * @returns undefined while another program has the lock
   * @throws DatabaseUnavailable
   */
  async begin(name: string): Promise<Delivery | undefined> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const text = `SELECT pg_try_advisory_lock(${lock}) AS locked`;
      const [{ locked }] = await runner.manager.query<[{ locked: boolean }]>(text, [name]);
      if (locked) {
        const row = await runner.manager.findOneBy(DeliveryEntity, { name });
        return new Delivery(runner, row ?? { name, place: null, types: null });
      }
      await runner.release();
      return undefined;
    } catch (error) {
      await release(runner);
      return translate('read')(error);
    }
  }
}

/** A locked place. It is read and changed on the connection that has the lock, so that a program that has lost the lock changes nothing. */
export class Delivery {
  constructor(
    private readonly runner: QueryRunner,
    readonly row: DeliveryEntity,
  ) {}

  /**
   * Must be called before each attempt, because the connection can end during the pause before the attempt. Another program may then have
   * delivered the event, and later ones.
   * @throws DatabaseUnavailable if the connection has ended, and the lock with it
   */
  async requireLock(): Promise<void> {
    await this.runner.query('SELECT').catch(unavailable);
  }

  /** @throws DatabaseUnavailable if the changes may not have been stored: after that of a place, the event is delivered again */
  async change(changes: Partial<Pick<DeliveryEntity, 'place' | 'types'>>): Promise<void> {
    const row = { ...this.row, ...changes };
    // A restore can have removed the row.
    await this.runner.manager.upsert(DeliveryEntity, row, ['name']).catch(unavailable);
    Object.assign(this.row, row);
  }

  /** Reads the place again, because a restore replaces it by the one that belongs to the restored log. @returns whether it has changed */
  async reload(): Promise<boolean> {
    const { name, place: before } = this.row;
    const stored = await this.runner.manager.findOneBy(DeliveryEntity, { name }).catch(unavailable);
    this.row.place = stored?.place ?? null;
    return this.row.place !== before;
  }

  /** Unlocks the place. */
  end(): Promise<void> {
    return release(this.runner);
  }
}

function unavailable(error: unknown): never {
  throw new DatabaseUnavailable(error);
}

/** Returns a connection to the pool, without the lock. */
async function release(runner: QueryRunner): Promise<void> {
  // Fails if the connection has ended, and the lock with it.
  await runner.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
  await runner.release();
}

/**
 * The lock of the name $1. Stores in several schemas of one database can deliver to one receiver. The schema is that of the table, not
 * `current_schema`, because two roles can find one table by different search paths; and not the table's OID, which a restore changes.
 */
const lock = `(
  SELECT pg_catalog.hashtextextended('deliver ' || relnamespace::regnamespace || ' ' || $1::text, 0)
  FROM pg_catalog.pg_class WHERE oid = 'deliveries'::regclass)`;
