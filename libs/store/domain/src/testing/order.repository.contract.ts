import { IdempotencyKey, IdempotencyMismatch, type Transactions } from '@petstore/kernel';
import { expectSame, rejectionOf, unusualTexts } from '@petstore/kernel/testing';
import { NewOrder } from '../new-order.ts';
import type { Order } from '../order.ts';
import { OrderId } from '../order-id.ts';
import { OrderReference } from '../order-reference.ts';
import type { OrderQuery, OrderRepository } from '../order.repository.ts';
import { OrderStatus } from '../order-status.ts';
import { OrderedPetId } from '../ordered-pet-id.ts';

const key = IdempotencyKey.of('a-key', 'mine');
const largest = 2n ** 63n - 1n;

/**
 * Rules that every OrderRepository must follow. Each function gets an empty repository with its transactions and throws if the
 * rule is violated.
 */
export const orderRepositoryContract: Record<
  string,
  (orders: OrderRepository, transactions: Transactions) => Promise<void>
> = {
  'adds placed orders with exactly the same reference and petId': async (orders, transactions) => {
    const references = [undefined, ...unusualTexts];
    for (const [index, reference] of references.entries()) {
      const petId = largest - BigInt(index);
      const added = (await place(orders, transactions, petId, reference)).snapshot();
      const { placedAt } = added;
      expectSame(added, {
        id: added.id,
        petId: String(petId),
        status: 'placed',
        ...(reference !== undefined && { reference }),
        placedAt,
        updatedAt: placedAt,
      });
      expectSame(new Date(placedAt).toISOString(), placedAt);
      expectSame((await orders.find(OrderId.restore(added.id)))?.snapshot(), added);
    }
  },

  'assigns a positive, unique, ascending id to every order': async (orders, transactions) => {
    const ids = (await placeMany(orders, transactions, 5)).map(({ id }) => BigInt(id.decimal));
    expectSame(
      ids.every((id, index) => id > (ids[index - 1] ?? 0n)),
      true,
    );
  },

  'finds and locks nothing for an id that was never assigned': async (orders, transactions) => {
    await place(orders, transactions, 1n);
    for (const text of ['0', '-1', String(largest), String(-largest - 1n)]) {
      const id = OrderId.restore(text);
      expectSame(await orders.find(id), undefined);
      expectSame(await transactions.run((transaction) => orders.lock(id, transaction)), undefined);
    }
  },

  'stores the new status and the time of the change': async (orders, transactions) => {
    const placed = await place(orders, transactions, 1n, 'Mine');
    const updated = await transactions.run((transaction) => orders.update(placed.complete(), transaction));
    const { updatedAt, ...others } = updated.snapshot();
    expectSame({ ...others, updatedAt: '' }, { ...placed.snapshot(), status: 'completed', updatedAt: '' });
    expectSame(updatedAt >= others.placedAt, true);
    expectSame((await orders.find(placed.id))?.snapshot(), updated.snapshot());
  },

  'says whether an order is the latest of its pet': async (orders, transactions) => {
    const first = await place(orders, transactions, 1n);
    await transactions.run((transaction) => orders.update(first.cancel(), transaction));
    const second = await place(orders, transactions, 1n);
    const ofOtherPet = await place(orders, transactions, 2n);
    const isLatest = ({ id }: Order) => transactions.run((transaction) => orders.lock(id, transaction));
    const locked = [await isLatest(first), await isLatest(second), await isLatest(ofOtherPet)];
    expectSame(
      locked.map((each) => each?.isLatest),
      [false, true, true],
    );
  },

  'says whether a pet has a placed order': async (orders, transactions) => {
    const hasPlaced = (petId: bigint) =>
      transactions.run((transaction) => orders.hasPlacedOrder(OrderedPetId.of(petId), transaction));
    expectSame(await hasPlaced(1n), false);
    const order = await place(orders, transactions, 1n);
    expectSame([await hasPlaced(1n), await hasPlaced(2n)], [true, false]);
    await transactions.run((transaction) => orders.update(order.complete(), transaction));
    expectSame(await hasPlaced(1n), false);
  },

  'lists the orders with the given status and pet, in ascending order of id, after the given id, up to the limit':
    async (orders, transactions) => {
      const placed = await placeMany(orders, transactions, 8);
      for (const order of placed.slice(0, 5)) {
        await transactions.run((transaction) => orders.update(order.cancel(), transaction));
      }
      const again = await place(orders, transactions, 1n);
      const all = await idsOf(orders, {});
      expectSame(
        all,
        [...placed, again].map(({ id }) => id.decimal),
      );
      for (const after of [undefined, ...all.map((id) => OrderId.restore(id))]) {
        const rest = (ids: string[]) => (after ? ids.filter((id) => BigInt(id) > BigInt(after.decimal)) : ids);
        const [cancelled, open] = [OrderStatus.cancelled, OrderStatus.placed];
        const petId = OrderedPetId.of(1n);
        expectSame(await idsOf(orders, { after, limit: 3 }), rest(all).slice(0, 3));
        expectSame(await idsOf(orders, { after, status: cancelled, limit: 2 }), rest(all.slice(0, 5)).slice(0, 2));
        expectSame(await idsOf(orders, { after, status: open }), rest(all.slice(5)));
        expectSame(await idsOf(orders, { after, petId }), rest([all[0]!, all[8]!]));
        expectSame(await idsOf(orders, { after, petId, limit: 1 }), rest([all[0]!, all[8]!]).slice(0, 1));
        expectSame(await idsOf(orders, { after, petId, status: open }), rest([all[8]!]));
      }
      expectSame(await idsOf(orders, { petId: OrderedPetId.of(99n) }), []);
      expectSame(await idsOf(orders, { status: OrderStatus.returned }), []);
    },

  'remembers the order that a key has placed': async (orders, transactions) => {
    const placed = await placeOnce(orders, transactions, newOrder(1n, 'Mine'));
    const completed = await transactions.run((transaction) => orders.update(placed.complete(), transaction));
    const repeated = await placeOnce(orders, transactions, newOrder(1n, 'Mine'));
    expectSame(repeated.snapshot(), completed.snapshot());
    expectSame((await idsOf(orders, {})).length, 1);
  },

  'refuses the key for another NewOrder': async (orders, transactions) => {
    await placeOnce(orders, transactions, newOrder(1n, 'Mine'));
    for (const other of [newOrder(2n, 'Mine'), newOrder(1n, 'mine'), newOrder(1n)]) {
      const error = await rejectionOf(placeOnce(orders, transactions, other));
      expectSame(error instanceof IdempotencyMismatch, true);
    }
    expectSame((await idsOf(orders, {})).length, 1);
  },
};

function newOrder(petId: bigint, reference?: string): NewOrder {
  return NewOrder.of({
    petId: OrderedPetId.of(petId),
    ...(reference !== undefined && { reference: OrderReference.of(reference) }),
  });
}

function place(orders: OrderRepository, transactions: Transactions, petId: bigint, reference?: string): Promise<Order> {
  return transactions.run((transaction) => orders.add(newOrder(petId, reference), undefined, transaction));
}

/** Places an order for each of the pets 1 to `count`. */
async function placeMany(orders: OrderRepository, transactions: Transactions, count: number): Promise<Order[]> {
  const placed: Order[] = [];
  for (let petId = 1; petId <= count; petId++) placed.push(await place(orders, transactions, BigInt(petId)));
  return placed;
}

function placeOnce(orders: OrderRepository, transactions: Transactions, values: NewOrder): Promise<Order> {
  return transactions.run(async (transaction) => {
    const placed = await orders.claim(key, values, transaction);
    return placed ?? orders.add(values, key, transaction);
  });
}

async function idsOf(orders: OrderRepository, query: Partial<OrderQuery>): Promise<string[]> {
  return (await orders.list({ limit: 100, ...query })).map(({ id }) => id.decimal);
}
