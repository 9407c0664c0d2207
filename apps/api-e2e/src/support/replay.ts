import type { Event, Order, Pet } from '@petstore/client';

/**
 * For each event of an order: the statuses of the animal and of the order before it, then those after it. The order before
 * `order.placed` is another one, which has ended in any status.
 */
const transitions = {
  'order.placed': ['available', undefined, 'pending', 'placed'],
  'order.completed': ['pending', 'placed', 'sold', 'completed'],
  'order.cancelled': ['pending', 'placed', 'available', 'cancelled'],
  'order.returned': ['sold', 'completed', 'available', 'returned'],
} as const;

/** The state of an animal after the events that were applied to it. */
interface Life {
  /** The latest of these events. */
  readonly event: Event;
  readonly pet: Pet;
  readonly version: number;
  readonly latestOrder: Order | undefined;
}

/** Whether the event can follow the life of its animal: the rules of `docs/adoption.md`. */
function canFollow({ sequence, type, data: { pet, order } }: Event, before: Life | undefined): boolean {
  // Somebody has deleted the animal with SQL.
  if (!pet) return type === 'order.cancelled';
  if (type === 'pet.created') return !before;
  if (!before || before.event.type === 'pet.deleted' || before.event.sequence >= sequence) return false;
  const isEdited = textOf({ ...pet, status: '' }) !== textOf({ ...before.pet, status: '' });
  const hasMoved = pet.status !== before.pet.status;
  const isOrdered = before.latestOrder?.status === 'placed';
  if (type === 'pet.updated') return isOrdered ? isEdited && !hasMoved : isEdited || hasMoved;
  if (type === 'pet.deleted') return !isEdited && !hasMoved && !isOrdered;
  const isPlaced = type === 'order.placed';
  if (isPlaced ? isOrdered : order?.id !== before.latestOrder?.id) return false;
  const statuses = [before.pet.status, isPlaced ? undefined : before.latestOrder?.status, pet.status, order?.status];
  return !isEdited && String(statuses) === String(transitions[type]);
}

/**
 * Applies the events, one after the other. Returns the contents that the tables must then have, and the events that cannot follow those
 * before them.
 */
export function replay(events: readonly Event[]) {
  const lives = new Map<string, Life>();
  const orders = new Map<string, string>();
  const misplaced: Event[] = [];
  for (const event of events) {
    const { pet, order } = event.data;
    const before = lives.get(event.subject);
    if (!canFollow(event, before)) misplaced.push(event);
    const version = 1 + (before?.version ?? 0);
    if (pet) lives.set(event.subject, { event, pet, version, latestOrder: order ?? before?.latestOrder });
    else lives.delete(event.subject);
    if (!order) continue;
    orders.set(String(order.id), textOf(order));
  }
  const living = [...lives].filter(([, { event }]) => event.type !== 'pet.deleted');
  const pets = living.map(([, { pet, version }]) => [String(pet.id), textOf({ ...pet, version })] as const);
  return { pets: new Map(pets), orders, misplaced };
}

/** Describes all members of an animal or an order by the names of their columns, in the order of these names. */
export function textOf(members: object): string {
  const columns = Object.entries(members).map(([name, value]) => {
    return `${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}=${value}`;
  });
  return columns.sort().join();
}

/** Returns the statement that selects the same text of each row. @param columns the row as jsonb */
export const selectTexts = (table: string, columns: string) =>
  `SELECT id::text, (SELECT string_agg(line, ',' ORDER BY line COLLATE "C")
     FROM (SELECT key || '=' || value AS line FROM jsonb_each_text(jsonb_strip_nulls(${columns}))) AS lines) AS text
   FROM ${table}`;

export const idOf = ({ id }: Event) => id;
