import {
  CursorGone,
  EventLog,
  Int64,
  TimeLimitExceeded,
  type AbortSignal,
  type DomainEvent,
  type EventQuery,
  type EventsPage,
  type LoggedEvent,
  type Transaction,
} from '@petstore/kernel';
import type { ClientBase, QueryResult } from 'pg';
import type { DataSource } from 'typeorm';
import { DatabaseUnavailable, partOfPool, type Persistence, runnerOf, SharedReads } from '@petstore/database';
import { DeliveryEntity } from './deliveries.ts';
import { EventEntity, EventLogHeadEntity, OutboxEventEntity } from './event.entity.ts';
import * as migrations from './migrations.ts';

/** The tables of the log and of its deliveries, which all contexts share. */
export const eventsPersistence: Persistence = {
  entities: [OutboxEventEntity, EventEntity, EventLogHeadEntity, DeliveryEntity],
  migrations: Object.values(migrations),
};

/** Returns a statement that appends events. @param rows a query whose columns are type, id of the animal, actor and data */
export const appendEvents = (rows: string) => `INSERT INTO event_outbox (type, pet_id, actor, data) ${rows}`;

const appendStatement = appendEvents('VALUES ($1, $2, $3, $4)');

/**
 * Appends an event to the log. The transaction must have locked the animal before, unless the animal is new: the events of one animal are
 * then in the order in which they happened.
 */
export async function appendEvent(event: DomainEvent | undefined, transaction: Transaction): Promise<void> {
  if (!event) return;
  const { type, petId, actor, data } = event;
  await runnerOf(transaction).manager.query(appendStatement, [type, petId, actor, JSON.stringify(data)]);
}

/** Events that get a position in one transaction. Each takes PostgreSQL 6 µs, and other readers wait for the transaction. */
const batchSize = 5_000;

const movedColumns = 'id, pet_id, type, actor, time, data';

/**
 * Moves a batch of events into the log, in the order of `serial`. Rows are deleted by `ctid`, because a join by `serial` could compare each
 * row with each other one.
 */
export const moveEvents = `WITH moved AS (
    DELETE FROM event_outbox
    WHERE ctid = ANY (ARRAY(SELECT ctid FROM event_outbox ORDER BY serial LIMIT ${batchSize}))
    RETURNING *
  )
  INSERT INTO events (position, ${movedColumns})
  SELECT (SELECT coalesce(max(position), 0) FROM events) + row_number() OVER (ORDER BY serial), ${movedColumns} FROM moved`;

/**
 * Gives positions to committed events. The statements are one message, so that a process that is stopped between them cannot hold the
 * lock, and PostgreSQL executes them as one transaction. The lock must not be part of the statement that moves the events: the snapshot of
 * that statement must be taken when the lock is there, so that it contains every event that another reader has moved. What becomes
 * visible later then gets a later position.
 */
export const numberEvents = `SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE;
  SELECT FROM event_log_head FOR UPDATE;
  ${moveEvents}`;

const hasNew = 'EXISTS (SELECT FROM event_outbox) AS "hasNew"';

/**
 * Returns a query for the next events with these values of columns. The row comparisons require the values, and let PostgreSQL use only the
 * index on the columns and the position: with `type = …` it could read the log by position, and many events in vain.
 */
function nextEvents(filter: Readonly<Record<string, string>> = {}): string {
  const [columns, values] = [Object.keys(filter), Object.values(filter)];
  const order = [...columns, 'position'].join(', ');
  const isInFilter = columns.length > 0 ? `AND (${columns.join(', ')}) <= (${values.join(', ')})` : '';
  return `SELECT * FROM events WHERE (${order}) > (${[...values, '$1::bigint'].join(', ')}) ${isInFilter}
    ORDER BY ${order} LIMIT $3::int`;
}

/** The types of the events of the animal $4. Each step finds the next one by the index, whatever the number of events is. */
const typesOfPet = `WITH RECURSIVE found (type) AS (
    SELECT ''
    UNION ALL
    SELECT next.type FROM found CROSS JOIN LATERAL (
      SELECT type FROM events WHERE (pet_id, type) > ($4::bigint, found.type) AND pet_id <= $4 ORDER BY pet_id, type LIMIT 1
    ) AS next
  )
  SELECT type FROM found`;

/** Returns the statement of a page after the position $1 of the event $2, with at most $3 events of the animal and the types that follow. */
export function pageStatement({ types, petId }: Pick<EventQuery, 'types' | 'petId'>): string {
  const ofPet = petId !== undefined;
  const wanted = types ? `SELECT unnest($${ofPet ? 5 : 4}::text[])` : typesOfPet;
  const ofType = nextEvents({ ...(ofPet && { pet_id: '$4::bigint' }), type: 'wanted.type' });
  const ofTypes = `SELECT page.* FROM (${wanted}) AS wanted (type) CROSS JOIN LATERAL (${ofType}) AS page
    ORDER BY position LIMIT $3::int`;
  return `SELECT ${hasNew},
       $2::uuid IS NULL OR EXISTS (SELECT FROM events WHERE position = $1 AND id = $2) AS "isKnown",
       event.position, event.id, event.pet_id AS "petId", event.type, event.actor, event.time, event.data
     FROM (SELECT) AS one LEFT JOIN (${types || ofPet ? ofTypes : nextEvents()}) AS event ON true
     ORDER BY event.position`;
}

export const latestStatement = `SELECT ${hasNew}, last.position, last.id
   FROM (SELECT) AS one LEFT JOIN (SELECT position, id FROM events ORDER BY position DESC LIMIT 1) AS last ON true`;

/** `hasNew`: whether there are events without a position. The columns of an event are null if the page is empty. */
type Row = EventEntity & { readonly hasNew: boolean; readonly isKnown: boolean };

/** The place before all events. The others are the position and the UUID of an event. */
const start = '0';

const placeFormat = /^([1-9][0-9]{0,18})\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The log in the tables `events` and `event_outbox`. Its readers use at most a quarter of the pool. */
export class TypeOrmEventLog extends EventLog {
  private readonly reads: SharedReads;
  /** A numbering uses the connection of a read, while the other reads wait for it without one. */
  private readonly numberings = new SharedReads(1);

  constructor(private readonly dataSource: DataSource) {
    super();
    this.reads = new SharedReads(partOfPool(dataSource, 1 / 4));
  }

  read(query: EventQuery, signal?: AbortSignal): Promise<EventsPage> {
    return this.reads.run(JSON.stringify(query), (isWanted) => this.readPage(query, isWanted), signal);
  }

  latest(signal?: AbortSignal): Promise<string> {
    return this.reads.run('latest', (isWanted) => this.readLatest(isWanted), signal);
  }

  private async readPage(query: EventQuery, isWanted: () => boolean): Promise<EventsPage> {
    const { after = start, types, petId, limit } = query;
    const filters = [petId, types].filter((filter) => filter !== undefined);
    const parameters = [...parsePlace(after), limit, ...filters];
    // A full page needs no events that have no position yet. An unknown place can be that of an event whose position a failover has undone.
    const isEnough = (page: Row[]) => page[0]!.isKnown && page.length === limit && page[0]!.position !== null;
    const rows = await this.select(pageStatement(query), parameters, isEnough, isWanted);
    if (!rows[0]!.isKnown) throw new CursorGone();
    const events = rows.filter(({ position }) => position !== null);
    return { events: events.map(toEvent), next: events.length > 0 ? placeOf(events.at(-1)!) : after };
  }

  private async readLatest(isWanted: () => boolean): Promise<string> {
    const [last] = await this.select(latestStatement, [], () => false, isWanted);
    return last!.position === null ? start : placeOf(last!);
  }

  /** Reads from the log. If that is not enough and there are events without a position, gives them one and reads again. */
  private async select(
    statement: string,
    parameters: unknown[],
    isEnough: (rows: Row[]) => boolean,
    isWanted: () => boolean,
  ): Promise<Row[]> {
    const rows = await this.dataSource.query<Row[]>(statement, parameters);
    if (isEnough(rows) || !rows[0]!.hasNew) return rows;
    // A batch that is not full has had all events that were committed before it.
    while ((await this.numberings.run('', () => this.number())) === batchSize) {
      if (!isWanted()) throw new DatabaseUnavailable(new TimeLimitExceeded());
    }
    return this.dataSource.query<Row[]>(statement, parameters);
  }

  /** Gives positions to a batch of events. If it fails, the next call finds out what was numbered. @returns their number */
  private async number(): Promise<number> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as ClientBase;
      // TypeORM does not return the results of several statements.
      const results = (await client.query(numberEvents)) as unknown as QueryResult[];
      return results.at(-1)!.rowCount!;
    } finally {
      await runner.release();
    }
  }
}

/** Returns the position and the UUID of a place. @throws CursorGone if the text is no place */
function parsePlace(text: string): [position: Int64, id: string | undefined] {
  if (text === start) return [start, undefined];
  const [, position = '', id] = placeFormat.exec(text) ?? [];
  if (Int64.fromText(position) === undefined) throw new CursorGone();
  return [position, id];
}

function placeOf({ position, id }: EventEntity): string {
  return `${position}/${id}`;
}

/** Shows the id of the animal in `pet`, which the event of a create does not contain. */
function toEvent({ position, id, type, petId, actor, time, data }: EventEntity): LoggedEvent {
  const pet = data['pet'];
  return { position, id, type, petId, actor, time, data: { ...data, ...(pet && { pet: { id: petId, ...pet } }) } };
}
