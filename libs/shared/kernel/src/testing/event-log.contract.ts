import type { DomainEvent } from '../domain-event.ts';
import type { EventLog, EventQuery, LoggedEvent } from '../event-log.ts';
import { CursorGone } from '../kernel.errors.ts';
import { expectSame, rejectionOf } from './expect-same.ts';

/** What a test does with the store whose events the log contains. */
export interface EventStore {
  /** Appends the event in a transaction of its own. */
  append(event: DomainEvent): Promise<unknown>;
  /** Ends the history of the store. */
  startNewHistory(): Promise<unknown>;
}

type Check = (log: EventLog, store: EventStore) => Promise<void>;

const largest = '9223372036854775807';

function event(petId: string, type = 'pet.updated'): DomainEvent {
  return { type, petId, actor: 'key_1', data: { pet: { id: petId, name: 'Zoe\u0308 "\\' } } };
}

/** Rules that every EventLog must follow. Each function gets an empty log and throws if the rule is violated. */
export const eventLogContract: Record<string, Check> = {
  'returns an empty page and the same position while nothing happens': async (log, store) => {
    for (let round = 0; round < 2; round++) {
      const latest = await log.latest();
      const { events, next } = await log.read({ after: latest, limit: 10 });
      expectSame([events.length, next], [0, latest]);
      await store.append(event('1'));
    }
  },

  'returns each event once and unchanged, page by page, in their order, with ascending ids': async (log, store) => {
    const appended = [event(largest), event('-1', 'order.placed'), event('1'), event('1', 'pet.deleted')];
    for (const each of appended) await store.append(each);
    for (const limit of [1, 2, 4, 5]) expectSame((await readAll(log, { limit })).map(withoutPlace), appended);
    const logged = await readAll(log, { limit: 3 });
    const ids = logged.map(({ id }) => BigInt(id));
    for (const [index, id] of ids.entries()) expectSame(id > (ids[index - 1] ?? 0n), true);
    expectSame(new Set(logged.map(({ history }) => history)).size, 1);
    for (const { time } of logged) expectSame(Number.isFinite(time.getTime()), true);
  },

  'begins after the latest event': async (log, store) => {
    await store.append(event('1'));
    const after = await log.latest();
    await store.append(event('2'));
    expectSame(
      (await readAll(log, { after, limit: 9 })).map(({ petId }) => petId),
      ['2'],
    );
  },

  'returns only the events of the types and of the animal': async (log, store) => {
    for (let petId = 1; petId <= 4; petId++) {
      for (const type of ['pet.created', 'order.placed', 'pet.deleted']) await store.append(event(String(petId), type));
    }
    const kinds = async (query: Partial<EventQuery>) =>
      (await readAll(log, { limit: 2, ...query })).map(({ petId, type }) => `${petId} ${type}`);
    const deleted = [1, 2, 3, 4].map((petId) => `${petId} pet.deleted`);
    expectSame(await kinds({ types: ['pet.deleted'] }), deleted);
    expectSame(
      await kinds({ types: ['pet.deleted', 'pet.created'] }),
      [1, 2, 3, 4].flatMap((petId) => [`${petId} pet.created`, `${petId} pet.deleted`]),
    );
    expectSame(await kinds({ petId: '3' }), ['3 pet.created', '3 order.placed', '3 pet.deleted']);
    expectSame(await kinds({ petId: '3', types: ['order.placed', 'pet.created'] }), [
      '3 pet.created',
      '3 order.placed',
    ]);
    expectSame(await kinds({ types: ['order.returned'] }), []);
  },

  'keeps all events when a new history begins, and refuses the positions of the old one': async (log, store) => {
    await store.append(event('1'));
    const positions = [await log.latest(), (await log.read({ limit: 1 })).next];
    await store.startNewHistory();
    await store.append(event('2'));
    for (const after of positions) {
      expectSame((await rejectionOf(log.read({ after, limit: 1 }))) instanceof CursorGone, true);
    }
    const logged = await readAll(log, { limit: 1 });
    expectSame(
      logged.map(({ petId }) => petId),
      ['1', '2'],
    );
    expectSame(logged[0]!.history === logged[1]!.history, false);
  },

  'resumes after a place in an ended history: no event is missing, and none comes again': async (log, store) => {
    await store.append(event('1'));
    const { events, next } = await log.read({ limit: 1 });
    await store.startNewHistory();
    await store.append(event('2'));
    const { history } = events[0]!;
    const place = await log.resume({ position: next, history });
    expectSame(place.history, history);
    expectSame(
      (await readAll(log, { after: place.position, limit: 9 })).map(({ petId }) => petId),
      ['2'],
    );
  },
};

async function readAll(log: EventLog, query: EventQuery): Promise<LoggedEvent[]> {
  const all: LoggedEvent[] = [];
  for (let { after } = query; ;) {
    const { events, next } = await log.read({ ...query, after });
    if (events.length === 0) return all;
    all.push(...events);
    after = next;
  }
}

function withoutPlace({ type, petId, actor, data }: LoggedEvent): DomainEvent {
  return { type, petId, actor, data };
}
