import {
  CursorGone,
  EventLog,
  type AbortSignal,
  type DomainEvent,
  type EventQuery,
  type EventsPage,
} from '@petstore/kernel';
import type { Int64, LoggedEvent, LogPlace, Transaction } from '@petstore/kernel';
import type { DataSource } from 'typeorm';
import { readUntilAborted } from '../batch.ts';
import type { Persistence } from '../data-source.ts';
import { DatabaseUnavailable, translate } from '../database.errors.ts';
import { runnerOf } from '../typeorm-transactions.ts';
import { DeliveryEntity } from './deliveries.ts';
import { EventEntity, HistoryEntity } from './event.entity.ts';
import { appendEvents, beginHistoryIfChanged, currentIdentity } from './histories.ts';
import * as migrations from './migrations.ts';

/** The tables of the log and of its deliveries, which all contexts share. */
export const eventsPersistence: Persistence = {
  entities: [EventEntity, HistoryEntity, DeliveryEntity],
  migrations: Object.values(migrations),
};

/** Every transaction with a smaller id has ended, and the snapshot of the statement contains its events. */
const snapshotXmin = 'pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())';

const order = 'history, transaction, id';

const present = `(SELECT id AS number, uuid, identity FROM histories ORDER BY id DESC LIMIT 1) AS present`;

/** The first columns of every statement that reads the log. */
const presentColumns = `present.uuid AS "presentHistory", present.identity AS "recordedIdentity", ${currentIdentity} AS "currentIdentity"`;

interface PresentRow {
  readonly presentHistory: string;
  readonly recordedIdentity: string;
  readonly currentIdentity: string | null;
}

/** `number` is the id of the event's history, and `history` its UUID. The columns of an event are null if the page is empty. */
type EventRow = PresentRow &
  Omit<EventEntity, 'history'> & {
    readonly number: number | null;
    readonly history: string;
    /** Whether the position is before all events, or that of an event that the log shows. */
    readonly isKnown: boolean;
  };

/**
 * Returns a query for the next events: those of the present history that no later commit can precede, and those of earlier histories, whose
 * transactions have ended. The row comparisons begin with the column of the filter. Both together require its value, and only the index of
 * the filter serves them. With `type = …` beside them, PostgreSQL could read the primary key: it estimates a row comparison by its first
 * column, then the history, and so expects few rows after a position.
 */
function nextEvents(column?: 'type' | 'pet_id', value?: string, condition = 'true'): string {
  const row = (first: string | undefined, others: string) => `(${first ? `${first}, ` : ''}${others})`;
  return `SELECT * FROM events
    WHERE ${row(column, order)} > ${row(value, '$1::int, $2::xid8, $3::bigint')}
      AND ${row(column, 'history, transaction')} < ${row(value, `present.number, ${snapshotXmin}`)} AND ${condition}
    ORDER BY ${column ? `${column}, ` : ''}${order} LIMIT $4::int`;
}

/** The next events of each of the types $5. */
const nextEventsOfTypes = `SELECT page.* FROM unnest($5::text[]) AS wanted (type)
  CROSS JOIN LATERAL (${nextEvents('type', 'wanted.type')}) AS page ORDER BY ${order} LIMIT $4::int`;

/** The next events of the animal $6, and of the types $5 if they are not NULL. */
const nextEventsOfPet = nextEvents('pet_id', '$6::bigint', '($5::text[] IS NULL OR type = ANY ($5))');

/** Returns the statement of a page after the position $1, $2, $3 with at most $4 events. */
export function pageStatement({ types, petId }: Pick<EventQuery, 'types' | 'petId'>): string {
  const page = petId !== undefined ? nextEventsOfPet : types ? nextEventsOfTypes : nextEvents();
  return `SELECT ${presentColumns},
       $2::xid8 = '0' OR EXISTS (SELECT FROM events WHERE history = $1 AND transaction = $2 AND id = $3) AS "isKnown",
       event.history AS number, source.uuid AS history, event.transaction, event.id, event.pet_id AS "petId", event.type,
       event.actor, event.time, event.data
     FROM ${present}
     LEFT JOIN LATERAL (${page}) AS event ON true
     LEFT JOIN histories AS source ON source.id = event.history
     ORDER BY event.history, event.transaction, event.id`;
}

/**
 * Finds the last event that the log shows. The position is that of an event and not a transaction id of the snapshot: after a crash,
 * PostgreSQL assigns the ids of lost transactions again, and a committed event proves that its id is not lost.
 */
export const latestStatement = `SELECT ${presentColumns}, last.history AS number, last.transaction, last.id
   FROM ${present}
   LEFT JOIN LATERAL (
     SELECT ${order} FROM events WHERE (history, transaction) < (present.number, ${snapshotXmin})
     ORDER BY history DESC, transaction DESC, id DESC LIMIT 1
   ) AS last ON true`;

/**
 * Finds the last event at or before the position $1, $2, $3. A restore can remove the history of the position, whose uuid is $4, and a
 * later history then gets its id $1. The events of that one are later than the position, so only earlier histories count.
 */
const resumeStatement = `SELECT ${presentColumns}, last.history AS number, source.uuid AS history, last.transaction, last.id
   FROM ${present}
   LEFT JOIN LATERAL (
     SELECT ${order} FROM events
     WHERE (history, transaction, id) <= ($1::int, $2::xid8, $3::bigint)
       AND (history < $1 OR $4::uuid IS NULL OR $4 = (SELECT uuid FROM histories WHERE id = $1))
     ORDER BY history DESC, transaction DESC, id DESC LIMIT 1
   ) AS last ON true
   LEFT JOIN histories AS source ON source.id = last.history`;

/** Advisory locks assign no id to their transaction. The text differs from those of the other locks of hashed texts. */
export const lockStatement = `SELECT pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('pet ' || $1::bigint, 0))`;

const appendStatement = appendEvents('SELECT $1, $2::bigint, $3, $4::json');

/** Returns the oldest transaction with an id, in any database of the server. */
const delayStatement = `SELECT pg_catalog.extract('epoch', pg_catalog.clock_timestamp() - began)::float AS seconds, name AS transaction
   FROM (
     SELECT xact_start AS began, pg_catalog.format('pid %s of %s, application %s', pid, usename, application_name) AS name
     FROM pg_catalog.pg_stat_activity WHERE backend_xid = (${snapshotXmin})::xid
     UNION ALL
     SELECT prepared, pg_catalog.format('prepared transaction %s', gid)
     FROM pg_catalog.pg_prepared_xacts WHERE transaction = (${snapshotXmin})::xid
   ) AS oldest`;

/** The oldest transaction that writes, which delays the log. */
export interface LogDelay {
  /** Its age; null if the role may not see it (it lacks `pg_read_all_stats`). */
  readonly seconds: number | null;
  /** Names the transaction for an operator. */
  readonly transaction: string;
}

/** A position in the log: that of an event. */
interface Position {
  /** UUID of the history that was the present one when a client got the position. */
  readonly history: string;
  /** Id of the history of the event. */
  readonly number: number;
  readonly transaction: string;
  readonly id: Int64;
}

const positionFormat = /^([0-9a-f-]{36})\/(\d{1,9})\/(\d{1,19})\/(\d{1,18})$/;

/** The log in the table `events`. */
export class TypeOrmEventLog extends EventLog {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  read(query: EventQuery, signal?: AbortSignal): Promise<EventsPage> {
    return readUntilAborted(this.readPage(query), signal);
  }

  async latest(signal?: AbortSignal): Promise<string> {
    const { position } = await readUntilAborted(this.readPlace(latestStatement, []), signal);
    return position;
  }

  resume({ position, history }: LogPlace): Promise<LogPlace> {
    const { number, transaction, id } = parsePosition(position);
    return this.readPlace(resumeStatement, [number, transaction, id, history ?? null]);
  }

  /** Returns what delays the log; undefined if nothing does. */
  async delay(signal?: AbortSignal): Promise<LogDelay | undefined> {
    const reading = this.dataSource.query<LogDelay[]>(delayStatement).catch(translate('read'));
    const [delay] = await readUntilAborted(reading, signal);
    return delay;
  }

  private async readPage(query: EventQuery): Promise<EventsPage> {
    const { after, types, petId, limit } = query;
    const start = after === undefined ? { number: 0, transaction: '0', id: '0' } : parsePosition(after);
    const parameters = [start.number, start.transaction, start.id, limit, types ?? null, petId ?? null];
    // PostgreSQL refuses more parameters than the statement has.
    const count = petId !== undefined ? 6 : types ? 5 : 4;
    const rows = await this.inPresentHistory<EventRow>(pageStatement(query), parameters.slice(0, count));
    const { presentHistory, isKnown } = rows[0];
    if ('history' in start && (start.history !== presentHistory || !isKnown)) throw new CursorGone();
    const events = rows.filter(({ number }) => number !== null);
    const next = formatPosition(presentHistory, (events.at(-1) as Position | undefined) ?? start);
    return { events: events.map(toEvent), next };
  }

  /** Returns the place after the event that the statement finds, or the one before all events. */
  private async readPlace(statement: string, parameters: unknown[]): Promise<LogPlace> {
    type Row = PresentRow & Pick<Position, 'number' | 'transaction' | 'id'> & { readonly history?: string | null };
    const [{ presentHistory, history, ...found }] = await this.inPresentHistory<Row>(statement, parameters);
    const { number, transaction, id } = found;
    const last = { number: number ?? 0, transaction: transaction ?? '0', id: id ?? '0' };
    return { position: formatPosition(presentHistory, last), history: history ?? undefined };
  }

  /** Executes a statement that reads the log. If the database has another identity, begins a history and repeats the statement. */
  private async inPresentHistory<Row extends PresentRow>(
    statement: string,
    parameters: unknown[],
  ): Promise<[Row, ...Row[]]> {
    const read = () => this.dataSource.query<[Row, ...Row[]]>(statement, parameters).catch(translate('read'));
    const isPresent = ([{ recordedIdentity, currentIdentity }]: [Row, ...Row[]]) =>
      recordedIdentity === currentIdentity;
    const rows = await read();
    if (isPresent(rows)) return rows;
    await beginHistoryIfChanged(this.dataSource);
    const repeated = await read();
    if (isPresent(repeated)) return repeated;
    throw new DatabaseUnavailable(new Error('another server has answered'));
  }
}

/**
 * Waits until no other transaction can append events about the animal, and keeps others waiting until the transaction ends. It must come
 * before the lock of the animal's row and before everything that the transaction writes, so that PostgreSQL assigns the id of the
 * transaction after the wait. The wait for an updated row would not do: PostgreSQL assigns the id when the update is committed, and can let
 * the transaction wait for the row once more, while later ones overtake it.
 */
export async function lockEventsOf(petId: Int64, transaction: Transaction): Promise<void> {
  await runnerOf(transaction).manager.query(lockStatement, [petId]);
}

/** Appends an event to the log. The transaction must have called `lockEventsOf`, unless the event is that of a new animal. */
export async function appendEvent(event: DomainEvent | undefined, transaction: Transaction): Promise<void> {
  if (!event) return;
  const { type, petId, actor, data } = event;
  await runnerOf(transaction).manager.query(appendStatement, [type, petId, actor, JSON.stringify(data)]);
}

/** @throws CursorGone for a text that no version of this log has formatted */
function parsePosition(text: string): Position {
  const [, history, number, transaction, id] = positionFormat.exec(text) ?? [];
  if (history === undefined) throw new CursorGone();
  return { history, number: Number(number), transaction: transaction!, id: id! };
}

function formatPosition(history: string, { number, transaction, id }: Omit<Position, 'history'>): string {
  return [history, number, transaction, id].join('/');
}

function toEvent({ id, history, type, petId, actor, time, data }: EventRow): LoggedEvent {
  return { id, history, type, petId, actor, time, data };
}
