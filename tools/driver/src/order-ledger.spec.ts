import type { ClientResponse } from './client.ts';
import type { NewOrderJson, OrderJson, OrderStatus, OrderTransition } from './order-json.ts';
import { OrderLedger } from './order-ledger.ts';

const pet = { id: 7, name: 'Rex', categoryId: 3, status: 'available' };
const time = '2026-11-22T10:15:30.123Z';
const later = '2026-11-22T10:15:31.456Z';

const response = (status: number, body: object | string = ''): ClientResponse => ({
  status,
  code: typeof body === 'string' ? body : '',
  text: JSON.stringify(body),
  headers: {},
  milliseconds: 1,
  at: 1,
  isReused: true,
});

const orderOf = (newOrder: NewOrderJson, id = 1): OrderJson => ({
  id,
  ...newOrder,
  status: 'placed',
  placedAt: time,
  updatedAt: time,
});

const changed = (order: OrderJson, status: OrderStatus): OrderJson => ({ ...order, status, updatedAt: later });

const petStatuses = { placed: 'pending', completed: 'sold', cancelled: 'available', returned: 'available' };

let ledger: OrderLedger;

beforeEach(() => {
  ledger = new OrderLedger(pet);
});

/** Places an order, which the service acknowledges. */
function acknowledge(id = 1): OrderJson {
  const newOrder = ledger.nextOrder();
  const order = orderOf(newOrder, id);
  expect(ledger.record(newOrder, response(201, order))).toBe(true);
  return order;
}

/** Places an order, which the service answers with an error. @returns the order that could be stored nevertheless */
function fail(status: number, code: string, id = 2): OrderJson {
  const newOrder = ledger.nextOrder();
  ledger.record(newOrder, response(status, code));
  return orderOf(newOrder, id);
}

/** The violations if the orders are stored, and the pet with this status. */
function violations(
  orders: readonly OrderJson[],
  status = petStatuses[orders.at(-1)?.status ?? 'cancelled'],
): string[] {
  return ledger
    .verify({ pets: [{ ...pet, status }], orders })
    .map(({ kind, description }) => `${kind}: ${description}`);
}

function change(order: OrderJson, transition: OrderTransition, received: ClientResponse): void {
  ledger.recordTransition(order.id, transition, received);
}

it('finds no violation if one order is stored as acknowledged, and the others are refused', () => {
  const order = acknowledge();
  fail(409, 'pet_not_available');
  fail(503, 'service_unavailable');
  fail(0, 'ECONNREFUSED');
  fail(0, 'ECONNRESET');
  fail(503, 'outcome_unknown');
  expect(violations([order])).toEqual([]);
  expect(ledger.counts).toEqual({ acknowledged: 1, refused: 3, unknown: 2 });
});

it('accepts an order without a response, stored or not', () => {
  const order = fail(0, 'ECONNRESET');
  expect(violations([order])).toEqual([]);
  expect(violations([])).toEqual([]);
  expect(ledger.countUnknownCreated([order])).toBe(1);
});

it('reports two open orders of one pet', () => {
  const [first, second] = [acknowledge(1), acknowledge(2)];
  expect(violations([first, second])).toEqual(['duplicated: pet 7 has 2 open orders: 1, 2']);
});

it('reports an order stored twice', () => {
  const order = acknowledge();
  const cancelled = changed(order, 'cancelled');
  change(order, 'cancel', response(200, cancelled));
  expect(violations([cancelled, { ...order, id: 2 }])).toEqual(['duplicated: pet 7 order 1 is stored twice']);
});

it('reports an id that two clients got', () => {
  const order = acknowledge();
  acknowledge();
  expect(violations([order])).toContain('duplicated: order 1 was acknowledged to two clients');
});

it('reports an available pet with an open order', () => {
  const order = acknowledge();
  expect(violations([order], 'available')).toEqual(['contradicted: pet 7 is available, but order 1 is open']);
});

it.each(['completed', 'cancelled', 'returned'] as const)('reports a pending pet whose order is %s', (status) => {
  const order = acknowledge();
  for (const transition of ['complete', 'cancel', 'return'] as const)
    change(order, transition, response(0, 'ECONNRESET'));
  const stored = changed(order, status);
  expect(violations([stored], petStatuses[status])).toEqual([]);
  expect(violations([stored], 'pending')).toEqual([
    `contradicted: pet 7 is pending, but its latest order 1 is ${status}`,
  ]);
});

it('reports a pending pet without an order', () => {
  expect(violations([], 'pending')).toEqual(['contradicted: pet 7 is pending, but it has no order']);
});

it('reports an acknowledged order that is not stored', () => {
  acknowledge();
  expect(violations([])).toEqual(['lost: the acknowledged order 1 is not stored']);
});

it('reports a pet that is not stored, or is stored with other values', () => {
  expect(ledger.verify({ pets: [], orders: [] })).toEqual([{ kind: 'lost', description: 'pet 7 is not stored' }]);
  const found = ledger.verify({ pets: [{ ...pet, name: 'Tom' }], orders: [] });
  expect(found.map(({ kind }) => kind)).toEqual(['altered']);
});

it.each([{ petId: 8 }, { placedAt: later, updatedAt: later }, { updatedAt: later }])(
  'reports an acknowledged order that is stored with %o',
  (values) => {
    const order = acknowledge();
    const kinds = ledger
      .verify({ pets: [{ ...pet, status: 'pending' }], orders: [{ ...order, ...values }] })
      .map(({ kind }) => kind);
    expect(kinds).toContain('altered');
  },
);

it('reports an acknowledged order that is stored with another reference', () => {
  const order = acknowledge();
  expect(violations([{ ...order, reference: 'other' }])).toEqual([
    expect.stringMatching(/^altered: .*"reference":"pet 7 order 1".* is stored as .*"reference":"other"/),
    'contradicted: no client has sent the stored order 1',
  ]);
});

it.each([
  [409, 'pet_not_available'],
  [503, 'service_unavailable'],
  [0, 'ECONNREFUSED'],
])('reports an order that is stored although the response was %s %s', (status, code) => {
  const order = fail(status, code);
  expect(violations([order])).toEqual(['contradicted: order 2 (pet 7 order 1) is stored, but was refused']);
});

it.each([
  [500, 'internal_error'],
  [400, 'invalid_body'],
  [409, 'idempotency_conflict'],
])('reports the response %s %s to placeOrder and to a transition', (status, code) => {
  fail(status, code);
  expect(violations([])).toEqual([`altered: placeOrder returned ${status} ${code}`]);
  const order = acknowledge();
  change(order, 'cancel', response(status, code));
  expect(violations([order])).toContain(`altered: cancel of order 1 returned ${status} ${code}`);
});

it.each([{ petId: 8 }, { reference: 'other' }, { status: 'completed' }, { updatedAt: later }])(
  'reports a 201 with %o',
  (values) => {
    const newOrder = ledger.nextOrder();
    const order = orderOf(newOrder);
    ledger.record(newOrder, response(201, { ...order, ...values }));
    expect(violations([order])).toContainEqual(expect.stringContaining('altered: placeOrder for'));
  },
);

describe('a repeat with the same key', () => {
  it('settles an order whose first response was lost', () => {
    const newOrder = ledger.nextOrder();
    expect(ledger.record(newOrder, response(0, 'ECONNRESET'))).toBe(false);
    expect(ledger.record(newOrder, response(503, 'service_unavailable'))).toBe(false);
    expect(ledger.counts.unknown).toBe(1);
    expect(ledger.record(newOrder, response(201, orderOf(newOrder)))).toBe(true);
    expect(ledger.counts).toEqual({ acknowledged: 1, refused: 0, unknown: 0 });
  });

  it('settles an order that another one has prevented', () => {
    const newOrder = ledger.nextOrder();
    ledger.record(newOrder, response(0, 'ECONNRESET'));
    expect(ledger.record(newOrder, response(409, 'pet_not_available'))).toBe(true);
    expect(violations([orderOf(newOrder)])).toEqual([
      'contradicted: order 1 (pet 7 order 1) is stored, but was refused',
    ]);
  });

  it('must return the same order', () => {
    const newOrder = ledger.nextOrder();
    const order = orderOf(newOrder);
    ledger.record(newOrder, response(201, order));
    ledger.record(newOrder, response(201, order));
    ledger.record(newOrder, response(503, 'service_unavailable'));
    expect(violations([order])).toEqual([]);
    ledger.record(newOrder, response(201, { ...order, id: 2 }));
    expect(violations([{ ...order, id: 2 }])).toEqual([
      expect.stringMatching(/^altered: a repeat of placeOrder returned .*"id":2.* after .*"id":1/),
    ]);
  });

  it('must not be refused', () => {
    const newOrder = ledger.nextOrder();
    const order = orderOf(newOrder);
    ledger.record(newOrder, response(201, order));
    ledger.record(newOrder, response(409, 'pet_not_available'));
    expect(violations([order])).toEqual(['altered: a repeat of order 1 returned 409 pet_not_available']);
  });
});

describe('a transition', () => {
  it('leaves the order as acknowledged, or in a later status', () => {
    const order = acknowledge();
    const completed = changed(order, 'completed');
    expect(ledger.recordTransition(order.id, 'complete', response(200, completed))).toBe(true);
    expect(ledger.recordTransition(order.id, 'cancel', response(409, 'invalid_order_transition'))).toBe(true);
    expect(ledger.recordTransition(order.id, 'return', response(0, 'ECONNRESET'))).toBe(false);
    expect(violations([completed])).toEqual([]);
    expect(violations([changed(order, 'returned')])).toEqual([]);
  });

  it.each([
    ['an earlier status', 'placed', time],
    ['another status', 'cancelled', later],
    ['another time', 'completed', time],
  ] as const)('is reported if the order is stored with %s', (_, status, updatedAt) => {
    const order = acknowledge();
    change(order, 'complete', response(200, changed(order, 'completed')));
    expect(violations([{ ...order, status, updatedAt }])).toContainEqual(expect.stringContaining('altered: the order'));
  });

  it('is reported if no client has requested it', () => {
    const order = acknowledge();
    expect(violations([changed(order, 'cancelled')])).toEqual([
      'contradicted: order 1 is cancelled, but no client has requested it',
    ]);
  });

  it('is reported if it was refused without a reason', () => {
    const order = acknowledge();
    change(order, 'complete', response(409, 'invalid_order_transition'));
    expect(violations([order])).toEqual(['contradicted: order 1 is placed, but could not become completed']);
  });

  it('is reported if the response contains another order or status', () => {
    const order = acknowledge();
    const completed = changed(order, 'completed');
    change(order, 'complete', response(200, { ...completed, status: 'cancelled' }));
    expect(violations([completed])).toContainEqual(
      expect.stringContaining('altered: complete of order 1 returned 200'),
    );
  });
});
