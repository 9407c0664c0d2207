import { InvalidOrderTransition } from './order.errors.ts';
import { Order } from './order.ts';
import type { OrderStatus } from './order.value-objects.ts';
import type { OrderedPetStatus } from './ordered-pets.ts';

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

it.each<[OrderStatus, OrderedPetStatus]>([
  ['placed', 'pending'],
  ['completed', 'sold'],
  ['cancelled', 'available'],
  ['returned', 'available'],
])('the pet of a %s order is %s', (status, petStatus) => {
  expect(orderWith(status).petStatus).toBe(petStatus);
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

it.each(table)('%s from %s: %s', (transition, status, result) => {
  const order = orderWith(status);
  const change = () => (transition === 'return' ? order.return(true, 'sold') : order[transition]());
  if (result === 'same') expect(change()).toBe(order);
  else if (result.includes(' ')) expect(change).toThrow(new InvalidOrderTransition(result));
  else expect(change().snapshot()).toEqual({ ...snapshot, status: result });
});

describe('return', () => {
  it('refuses an order that is not the latest of its pet', () => {
    const rule = 'The animal has a later order: only its latest order can be returned.';
    expect(() => orderWith('completed').return(false, 'sold')).toThrow(new InvalidOrderTransition(rule));
  });

  it.each<[OrderedPetStatus | undefined, string]>([
    ['available', 'The animal is available: only a sold animal can be returned.'],
    ['pending', 'The animal is pending: only a sold animal can be returned.'],
    [undefined, 'The animal is gone: only a sold animal can be returned.'],
  ])('refuses the order if the status of the pet is %s', (petStatus, rule) => {
    expect(() => orderWith('completed').return(true, petStatus)).toThrow(new InvalidOrderTransition(rule));
  });

  it('of a returned order needs neither', () => {
    const order = orderWith('returned');
    expect(order.return(false, 'available')).toBe(order);
  });
});
