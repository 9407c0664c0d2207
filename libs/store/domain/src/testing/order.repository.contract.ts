import {
  IdempotencyKey,
  IdempotencyMismatch,
  type EventLog,
  type Transaction,
  type Transactions,
} from '@petstore/kernel';
import { expectSame, rejectionOf, unusualTexts } from '@petstore/kernel/testing';
import { NewOrder, Order } from '../order.ts';
import { newOrderSamples } from './new-order-samples.ts';
import type { OrderQuery, OrderRepository } from '../order.repository.ts';
import { OrderedPetId, OrderId, OrderReference } from '../order.value-objects.ts';
import type { OrderedPet } from '../ordered-pets.ts';

type Check = (orders: OrderRepository, transactions: Transactions, log: EventLog) => Promise<void>;

const key = IdempotencyKey.of('a-key', 'mine');
const largest = 2n ** 63n - 1n;

/**
 * Rules that every OrderRepository must follow. Each function gets an empty repository with its transactions and throws if the
 * rule is violated.
 */
export const orderRepositoryContract: Record<string, Check> = {
  'adds placed orders with ascending, positive ids and exactly the same members': async (orders, transactions) => {
    let last = 0n;
    for (const [index, reference] of [undefined, ...unusualTexts].entries()) {
      const petId = largest - BigInt(index);
      const order = await place(orders, transactions, petId, reference);
      const { id, placedAt, ...others } = order.snapshot();
      const sent = reference === undefined ? {} : { reference };
      expectSame(others, { petId: String(petId), status: 'placed', ...sent, updatedAt: placedAt });
      expectSame(new Date(placedAt).toISOString(), placedAt);
      expectSame((await orders.find(order.id))?.snapshot(), order.snapshot());
      expectSame(BigInt(id) > last, true);
      last = BigInt(id);
    }
  },

  'finds and locks nothing for an id that was never assigned': async (orders, transactions) => {
    await place(orders, transactions, 1n);
    for (const text of ['0', '-1', String(largest), String(-largest - 1n)]) {
      const id = new OrderId(text);
      expectSame(await orders.find(id), undefined);
      expectSame(await transactions.run((transaction) => orders.lock(id, transaction)), undefined);
    }
  },

  'stores the new status and the time of the change': async (orders, transactions) => {
    const placed = await place(orders, transactions, 1n, 'Mine');
    const updated = await change(orders, transactions, placed, 'complete');
    const { updatedAt, ...others } = updated.snapshot();
    expectSame({ ...others, updatedAt: '' }, { ...placed.snapshot(), status: 'completed', updatedAt: '' });
    expectSame(updatedAt >= others.placedAt, true);
    expectSame((await orders.find(placed.id))?.snapshot(), updated.snapshot());
  },

  'appends the event of each change to the log': async (orders, transactions, log) => {
    const placed = await place(orders, transactions, largest, 'Mine');
    const completed = await change(orders, transactions, placed, 'complete');
    const { events } = await log.read({ limit: 9 });
    const found = events.map(({ type, petId, actor, data }) => ({ type, petId, actor, data }));
    expectSame(found, [placed.event, completed.event]);
  },

  'says whether an order is the latest of its pet': async (orders, transactions) => {
    const first = await place(orders, transactions, 1n);
    await change(orders, transactions, first, 'cancel');
    const second = await place(orders, transactions, 1n);
    const ofOtherPet = await place(orders, transactions, 2n);
    for (const { id } of [first, second, ofOtherPet]) {
      const locked = await transactions.run((transaction) => orders.lock(id, transaction));
      expectSame(locked?.isLatest, id !== first.id);
    }
  },

  'says whether a pet has a placed order': async (orders, transactions) => {
    const hasPlacedOrder = (petId: bigint) =>
      transactions.run((transaction) => orders.hasPlacedOrder(OrderedPetId.of(petId), transaction));
    expectSame(await hasPlacedOrder(1n), false);
    const order = await place(orders, transactions, 1n);
    expectSame([await hasPlacedOrder(1n), await hasPlacedOrder(2n)], [true, false]);
    await change(orders, transactions, order, 'complete');
    expectSame(await hasPlacedOrder(1n), false);
  },

  'lists the orders with the given status and pet, in ascending order of id, after the given id, up to the limit':
    async (orders, transactions) => {
      const placed: Order[] = [];
      for (let petId = 1n; petId <= 8n; petId++) placed.push(await place(orders, transactions, petId));
      for (const order of placed.slice(0, 5)) await change(orders, transactions, order, 'cancel');
      const again = await place(orders, transactions, 1n);
      const all = [...placed, again].map(({ id }) => id.decimal);
      const [cancelled, open] = ['cancelled', 'placed'] as const;
      const petId = OrderedPetId.of(1n);
      for (const after of [undefined, ...all.map((id) => new OrderId(id))]) {
        const rest = (ids: string[]) => (after ? ids.filter((id) => BigInt(id) > BigInt(after.decimal)) : ids);
        expectSame(await idsOf(orders, { after, limit: 3 }), rest(all).slice(0, 3));
        expectSame(await idsOf(orders, { after, status: cancelled, limit: 2 }), rest(all.slice(0, 5)).slice(0, 2));
        expectSame(await idsOf(orders, { after, status: open }), rest(all.slice(5)));
        expectSame(await idsOf(orders, { after, petId }), rest([all[0]!, all[8]!]));
        expectSame(await idsOf(orders, { after, petId, limit: 1 }), rest([all[0]!, all[8]!]).slice(0, 1));
        expectSame(await idsOf(orders, { after, petId, status: open }), rest([all[8]!]));
      }
      expectSame(await idsOf(orders, { petId: OrderedPetId.of(99n) }), []);
    },

  'remembers the order that a key has placed, and refuses the key for another NewOrder': async (
    orders,
    transactions,
  ) => {
    const [sample, otherSample] = newOrderSamples;
    const placed = await placeOnce(orders, transactions, NewOrder.of(sample));
    expectSame(NewOrder.of({ ...placed.snapshot(), petId: sample.petId }), NewOrder.of(sample));
    const completed = await change(orders, transactions, placed, 'complete');
    const repeated = await placeOnce(orders, transactions, NewOrder.of(sample));
    expectSame(repeated.snapshot(), completed.snapshot());
    for (const [member, value] of Object.entries(otherSample)) {
      const otherValues = member === 'petId' ? [value] : [value, undefined];
      for (const otherValue of otherValues) {
        const other = NewOrder.of({ ...sample, [member]: otherValue });
        const error = await rejectionOf(placeOnce(orders, transactions, other));
        expectSame(error instanceof IdempotencyMismatch, true);
      }
    }
    expectSame((await idsOf(orders, {})).length, 1);
  },
};

function newOrder(petId: bigint, reference?: string): NewOrder {
  return new NewOrder({
    petId: OrderedPetId.of(petId),
    reference: reference === undefined ? undefined : OrderReference.of(reference),
  });
}

/** A pet that every order may change. */
export const anyPet: OrderedPet = {
  reserve: () => anyPet,
  sell: () => anyPet,
  release: () => anyPet,
  takeBack: () => anyPet,
  snapshot: () => ({ id: '1', name: 'Rex' }),
};

async function add(
  orders: OrderRepository,
  values: NewOrder,
  sent: IdempotencyKey | undefined,
  transaction: Transaction,
) {
  const order = Order.place(await orders.next(transaction), values, anyPet, 'key_1');
  await orders.add(order, sent, transaction);
  return order;
}

function place(orders: OrderRepository, transactions: Transactions, petId: bigint, reference?: string): Promise<Order> {
  return transactions.run((transaction) => add(orders, newOrder(petId, reference), undefined, transaction));
}

function change(
  orders: OrderRepository,
  transactions: Transactions,
  { id }: Order,
  transition: 'complete' | 'cancel',
): Promise<Order> {
  return transactions.run(async (transaction) => {
    const { order, ...circumstances } = (await orders.lock(id, transaction))!;
    const changed = order[transition]({ ...circumstances, pet: anyPet, actor: 'key_2' });
    await orders.update(changed, transaction);
    return changed;
  });
}

function placeOnce(orders: OrderRepository, transactions: Transactions, values: NewOrder): Promise<Order> {
  return transactions.run(async (transaction) => {
    const placed = await orders.claim(key, values, transaction);
    return placed ?? add(orders, values, key, transaction);
  });
}

async function idsOf(orders: OrderRepository, query: Partial<OrderQuery>): Promise<string[]> {
  return (await orders.list({ limit: 100, ...query })).map(({ id }) => id.decimal);
}
