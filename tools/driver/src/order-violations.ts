import type { OrderJson, OrderStatus } from './order-json.ts';
import type { PetJson } from './pet-json.ts';
import { findContradictions, type StoredOrders, type Violation } from './stored-orders.ts';

/** What its client knows about an order. */
export type OrderOutcome =
  | { readonly state: 'placed'; readonly order: OrderJson; readonly text: string }
  | { readonly state: 'not sent' | 'refused' | 'unknown' };

/** A transition that a client has requested. Neither changed nor refused: the client does not know the outcome. */
export interface TransitionRecord {
  readonly id: number;
  readonly target: OrderStatus;
  /** The order in the response. */
  readonly changed?: OrderJson;
  readonly isRefused?: boolean;
}

/** What clients know about the orders of one pet. */
export interface OrderRecords {
  readonly pet: PetJson;
  /** By the reference of the order. */
  readonly outcomes: ReadonlyMap<string, OrderOutcome>;
  readonly transitions: readonly TransitionRecord[];
}

/** The statuses that an order can have after it had a status. */
const reachable: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  placed: ['placed', 'completed', 'cancelled', 'returned'],
  completed: ['completed', 'returned'],
  cancelled: ['cancelled'],
  returned: ['returned'],
};

/**
 * The statuses that an order can have after a transition to a status was refused. `returned` is refused before the order is
 * completed, too.
 */
const afterRefusal: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  placed: [],
  completed: ['cancelled', 'returned'],
  cancelled: ['completed', 'returned'],
  returned: ['placed', 'completed', 'cancelled', 'returned'],
};

/** Compares the records with the stored pet and all its orders. */
export function findOrderViolations(records: OrderRecords, stored: StoredOrders): Violation[] {
  const placed = [...records.outcomes.values()].flatMap((each) => (each.state === 'placed' ? [each.order] : []));
  const storedById = new Map(stored.orders.map((order) => [order.id, order]));
  const transitions = new Map<number, TransitionRecord[]>();
  for (const record of records.transitions) transitions.set(record.id, [...(transitions.get(record.id) ?? []), record]);
  return [
    ...petViolations(records.pet, stored.pets),
    ...placed.flatMap((order) => placedViolations(order, storedById.get(order.id))),
    ...repeatedValues(placed.map(({ id }) => id)).map((id) =>
      duplicated(`order ${id} was acknowledged to two clients`),
    ),
    ...repeatedValues(stored.orders.map(({ reference }) => reference)).map((reference) =>
      duplicated(`${reference} is stored twice`),
    ),
    ...stored.orders.flatMap((order) => [
      ...originViolations(order, records.outcomes.get(order.reference)),
      ...transitionViolations(order, transitions.get(order.id) ?? []),
    ]),
    ...findContradictions(stored),
  ];
}

function petViolations({ id, name, categoryId }: PetJson, pets: StoredOrders['pets']): Violation[] {
  const pet = pets.find((each) => each.id === id);
  if (!pet) return [{ kind: 'lost', description: `pet ${id} is not stored` }];
  return pet.name === name && pet.categoryId === categoryId ? [] : [altered('pet', { id, name, categoryId }, pet)];
}

/** @param order an acknowledged order as it was placed */
function placedViolations(order: OrderJson, stored: OrderJson | undefined): Violation[] {
  if (!stored) return [{ kind: 'lost', description: `the acknowledged order ${order.id} is not stored` }];
  return hasSameOrigin(order, stored) ? [] : [altered('order', order, stored)];
}

/** Whether an order must not exist. */
function originViolations({ id, reference }: OrderJson, outcome: OrderOutcome | undefined): Violation[] {
  if (!outcome || outcome.state === 'not sent') return [contradicted(`no client has sent the stored order ${id}`)];
  return outcome.state === 'refused' ? [contradicted(`order ${id} (${reference}) is stored, but was refused`)] : [];
}

/** @param transitions those of the order */
function transitionViolations(order: OrderJson, transitions: readonly TransitionRecord[]): Violation[] {
  const { id, status } = order;
  const isRequested = status === 'placed' || transitions.some(({ target }) => target === status);
  const refusals = transitions.filter(({ isRefused, target }) => isRefused && !afterRefusal[target].includes(status));
  const changes = transitions.flatMap(({ changed }) => (changed && !isLaterState(changed, order) ? [changed] : []));
  const hasWrongTime = status === 'placed' && order.updatedAt !== order.placedAt;
  return [
    ...(isRequested ? [] : [contradicted(`order ${id} is ${status}, but no client has requested it`)]),
    ...refusals.map(({ target }) => contradicted(`order ${id} is ${status}, but could not become ${target}`)),
    ...changes.map((changed) => altered('order', changed, order)),
    ...(hasWrongTime ? [altered('order', { ...order, updatedAt: order.placedAt }, order)] : []),
  ];
}

/** Whether the stored order can be the acknowledged one, unchanged or after further transitions. */
function isLaterState(acknowledged: OrderJson, stored: OrderJson): boolean {
  const isUnchanged = acknowledged.status === stored.status;
  return (
    hasSameOrigin(acknowledged, stored) &&
    reachable[acknowledged.status].includes(stored.status) &&
    (!isUnchanged || acknowledged.updatedAt === stored.updatedAt)
  );
}

/** Whether the members that never change are equal. */
function hasSameOrigin(order: OrderJson, other: OrderJson): boolean {
  return (
    order.id === other.id &&
    order.petId === other.petId &&
    order.reference === other.reference &&
    order.placedAt === other.placedAt
  );
}

function repeatedValues<T>(values: readonly T[]): T[] {
  const seen = new Set<T>();
  return [...new Set(values.filter((value) => seen.size === seen.add(value).size))];
}

function altered(kind: string, acknowledged: object, stored: object): Violation {
  const description = `the ${kind} ${JSON.stringify(acknowledged)} is stored as ${JSON.stringify(stored)}`;
  return { kind: 'altered', description };
}

function contradicted(description: string): Violation {
  return { kind: 'contradicted', description };
}

function duplicated(description: string): Violation {
  return { kind: 'duplicated', description };
}
