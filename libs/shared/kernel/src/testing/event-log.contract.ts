import type { DomainEvent } from '../domain-event.ts';
import type { EventLog, EventQuery, LoggedEvent } from '../event-log.ts';
import { CursorGone } from '../kernel.errors.ts';
import { expectSame, rejectionOf } from './expect-same.ts';

/** What a test does with the store whose events the log contains. */
export interface EventStore {
  /** Appends the event in a transaction of its own. */
  append(event: DomainEvent): Promise<unknown>;
  /** Removes the last events, as a restore to an earlier state does. */
  undo(count: number): Promise<unknown>;
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

  'returns each event once and unchanged, page by page, in their order, with ids and positions': async (log, store) => {
    const appended = [event(largest), event('-1', 'order.placed'), event('1'), event('1', 'pet.deleted')];
    for (const each of appended) await store.append(each);
    for (const limit of [1, 2, 4, 5]) expectSame((await readAll(log, { limit })).map(withoutPlace), appended);
    const logged = await readAll(log, { limit: 3 });
    expectSame(
      logged.map(({ position }) => position),
      ['1', '2', '3', '4'],
    );
    expectSame(new Set(logged.map(({ id }) => id)).size, logged.length);
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

  'shows the id of the pet, also of an event that was appended without it, and adds no pet': async (log, store) => {
    const others = { petId: '7', actor: 'key_1' };
    await store.append({ ...others, type: 'pet.created', data: { pet: { name: 'Rex' } } });
    await store.append({ ...others, type: 'order.cancelled', data: { order: { id: '1' } } });
    expectSame(
      (await readAll(log, { limit: 9 })).map(({ data }) => data),
      [{ pet: { id: '7', name: 'Rex' } }, { order: { id: '1' } }],
    );
  },

  'refuses the places of events that a restore has undone, and continues after the others': async (log, store) => {
    for (const petId of ['1', '2', '3']) await store.append(event(petId));
    const places = [(await log.read({ limit: 1 })).next, (await log.read({ limit: 2 })).next, await log.latest()];
    await store.undo(2);
    const requireGone = async () => {
      for (const after of places.slice(1)) {
        expectSame((await rejectionOf(log.read({ after, limit: 1 }))) instanceof CursorGone, true);
      }
    };
    await requireGone();
    for (const petId of ['4', '5', '6']) await store.append(event(petId));
    await requireGone();
    expectSame(
      (await readAll(log, { after: places[0], limit: 2 })).map(({ petId }) => petId),
      ['4', '5', '6'],
    );
  },

  'a place before all events of an empty log stays valid': async (log, store) => {
    const after = await log.latest();
    await store.append(event('1'));
    await store.undo(1);
    await store.append(event('2'));
    expectSame(
      (await readAll(log, { after, limit: 9 })).map(({ petId }) => petId),
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
