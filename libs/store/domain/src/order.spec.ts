import { InvalidOrderTransition, UnknownPet } from './order.errors.ts';
import { NewOrder, Order } from './order.ts';
import { OrderedPetId, OrderId, OrderReference, type OrderStatus } from './order.value-objects.ts';
import type { OrderedPet } from './ordered-pets.ts';

const stored = {
  id: '9223372036854775807',
  petId: '-9223372036854775808',
  status: 'placed',
  reference: ' Zoe\u0308 ',
  placedAt: new Date('2026-11-22T10:00:00.000Z'),
  updatedAt: new Date('2026-11-22T11:00:00.123Z'),
};
const snapshot = { ...stored, placedAt: '2026-11-22T10:00:00.000Z', updatedAt: '2026-11-22T11:00:00.123Z' };

const orderWith = (status: OrderStatus) => Order.restore({ ...stored, status });

it('restore returns an Order with exactly the stored values', () => {
  expect(Order.restore(stored).snapshot()).toEqual(snapshot);
  const { reference, ...others } = snapshot;
  expect(reference).toBe(stored.reference);
  expect(Order.restore({ ...stored, reference: null }).snapshot()).toEqual(others);
});

it('restore refuses an unknown status', () => {
  expect(() => Order.restore({ ...stored, status: 'lost' })).toThrow(new Error('the stored status lost is unknown'));
});

it('asPlaced has the status and the time of the beginning', () => {
  const returned = orderWith('returned');
  expect(returned.asPlaced.snapshot()).toEqual({ ...snapshot, status: 'placed', updatedAt: snapshot.placedAt });
});

/** What each transition does from each status: a new status, `same` Order, or the message of the error. */
const transitions: Record<'complete' | 'cancel' | 'return', Record<OrderStatus, string>> = {
  complete: {
    placed: 'completed',
    completed: 'same',
    cancelled: 'The order is cancelled: only a placed order can be completed.',
    returned: 'The order is returned: only a placed order can be completed.',
  },
  cancel: {
    placed: 'cancelled',
    completed: 'The order is completed: only a placed order can be cancelled.',
    cancelled: 'same',
    returned: 'The order is returned: only a placed order can be cancelled.',
  },
  return: {
    placed: 'The order is placed: only a completed order can be returned.',
    completed: 'returned',
    cancelled: 'The order is cancelled: only a completed order can be returned.',
    returned: 'same',
  },
};

const table = Object.entries(transitions).flatMap(([transition, results]) =>
  Object.entries(results).map(([status, result]) => [transition, status, result] as const),
) as [keyof typeof transitions, OrderStatus, string][];

const now = new Date('2026-11-23T09:00:00.456Z');
const actor = 'key_1';

/** A pet that records what its order asks for. */
function fakePet(calls: string[] = []): OrderedPet {
  const record = (name: string) => () => {
    calls.push(name);
    return fakePet(calls);
  };
  const methods = { reserve: record('reserve'), sell: record('sell'), release: record('release') };
  return { ...methods, takeBack: record('takeBack'), snapshot: () => ({ after: calls.join() }) };
}

/** What each transition asks of the pet. */
const effects = { complete: 'sell', cancel: 'release', return: 'takeBack' };

it.each(table)('%s from %s: %s', (transition, status, result) => {
  const order = orderWith(status);
  const change = { pet: fakePet(), isLatest: true, now, actor };
  if (result === 'same') return expect(order[transition](change)).toBe(order);
  if (result.includes(' ')) return expect(() => order[transition](change)).toThrow(new InvalidOrderTransition(result));
  const changed = order[transition](change);
  const after = { ...snapshot, status: result, updatedAt: now.toISOString() };
  expect(changed.snapshot()).toEqual(after);
  expect(changed.event).toEqual({
    type: `order.${result}`,
    petId: stored.petId,
    actor,
    data: { order: after, pet: { after: effects[transition] } },
  });
});

describe('place', () => {
  const newOrder = new NewOrder({ petId: OrderedPetId.of(7), reference: OrderReference.of('Mine') });
  const next = { id: new OrderId('9'), now };

  it('reserves the pet and records it', () => {
    const order = Order.place(next, newOrder, fakePet(), actor);
    const time = now.toISOString();
    const placed = { id: '9', petId: '7', status: 'placed', reference: 'Mine', placedAt: time, updatedAt: time };
    expect(order.snapshot()).toEqual(placed);
    const data = { order: placed, pet: { after: 'reserve' } };
    expect(order.event).toEqual({ type: 'order.placed', petId: '7', actor, data });
  });

  it('refuses a pet that does not exist', () => {
    expect(() => Order.place(next, newOrder, undefined, actor)).toThrow(UnknownPet);
  });

  it('passes on the error of the pet', () => {
    const notAvailable = new Error('The animal is sold.');
    const reserve = () => {
      throw notAvailable;
    };
    expect(() => Order.place(next, newOrder, { ...fakePet(), reserve }, actor)).toThrow(notAvailable);
  });
});

it('refuses to return an order that is not the latest of its pet', () => {
  const rule = 'The animal has a later order: only its latest order can be returned.';
  const change = { pet: fakePet(), isLatest: false, now, actor };
  expect(() => orderWith('completed').return(change)).toThrow(new InvalidOrderTransition(rule));
});

it('cancels an order whose pet is gone, and records the order alone', () => {
  const cancelled = orderWith('placed').cancel({ pet: undefined, isLatest: true, now, actor });
  expect(cancelled.pet).toBeUndefined();
  const order = { ...snapshot, status: 'cancelled', updatedAt: now.toISOString() };
  expect(cancelled.event).toEqual({ type: 'order.cancelled', petId: stored.petId, actor, data: { order } });
});

it('makes no other change of an order whose pet is gone, but accepts a repeat', () => {
  const change = { pet: undefined, isLatest: true, now, actor };
  const rule = (status: string) => new InvalidOrderTransition(`The animal is gone: its order cannot be ${status}.`);
  expect(() => orderWith('completed').return(change)).toThrow(rule('returned'));
  expect(() => orderWith('placed').complete(change)).toThrow(rule('completed'));
  const returned = orderWith('returned');
  expect(returned.return({ ...change, isLatest: false })).toBe(returned);
  expect(returned.event).toBeUndefined();
});
