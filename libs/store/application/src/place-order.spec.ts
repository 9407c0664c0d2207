import { IdempotencyKey, IdempotencyMismatch } from '@petstore/kernel';
import { InMemoryTransactions } from '@petstore/kernel/testing';
import { NewOrder, OrderedPetId, UnknownPet, OrderReference } from '@petstore/store-domain';
import { InMemoryOrderedPets, InMemoryOrderRepository } from '@petstore/store-domain/testing';
import { ChangeOrder } from './change-order.ts';
import { PlaceOrder } from './place-order.ts';

const newOrder = new NewOrder({ petId: OrderedPetId.of(7), reference: OrderReference.of('Mine') });
const key = IdempotencyKey.of('a-key', 'mine');

let orders: InMemoryOrderRepository;
let pets: InMemoryOrderedPets;
let transactions: InMemoryTransactions;
let placeOrder: PlaceOrder;

beforeEach(() => {
  [orders, pets, transactions] = [new InMemoryOrderRepository(), new InMemoryOrderedPets(), new InMemoryTransactions()];
  placeOrder = new PlaceOrder(orders, pets, transactions);
  pets.statuses.set('7', 'available');
});

const countOrders = async () => (await orders.list({ limit: 100 })).length;

it('places an order for an available pet, which becomes pending', async () => {
  const order = await placeOrder.execute(newOrder, 'key_1');
  expect(order.snapshot()).toMatchObject({ id: '1', petId: '7', status: 'placed', reference: 'Mine' });
  expect(pets.statuses.get('7')).toBe('pending');
  expect((await orders.find(order.id))?.snapshot()).toEqual(order.snapshot());
});

it.each(['pending', 'sold'] as const)('refuses a pet that is %s', async (status) => {
  pets.statuses.set('7', status);
  await expect(placeOrder.execute(newOrder, 'key_1')).rejects.toThrow(`the pet is ${status}`);
  expect(pets.statuses.get('7')).toBe(status);
  expect(await countOrders()).toBe(0);
});

it('refuses a pet that does not exist', async () => {
  pets.statuses.clear();
  await expect(placeOrder.execute(newOrder, 'key_1')).rejects.toThrow(UnknownPet);
  expect(await countOrders()).toBe(0);
});

it('places one order for 100 concurrent requests', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => placeOrder.execute(newOrder, 'key_1')));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await countOrders()).toBe(1);
});

it('returns the order of the key as it was placed, whatever has happened since', async () => {
  const placed = await placeOrder.execute(newOrder, 'key_1', key);
  await new ChangeOrder(orders, pets, transactions).execute('1', 'complete', 'key_1');
  const repeated = await placeOrder.execute(newOrder, 'key_1', key);
  expect(repeated.snapshot()).toEqual(placed.snapshot());
  expect(pets.statuses.get('7')).toBe('sold');
  expect(await countOrders()).toBe(1);
});

it('refuses the key for another order', async () => {
  await placeOrder.execute(newOrder, 'key_1', key);
  const other = new NewOrder({ petId: newOrder.petId });
  await expect(placeOrder.execute(other, 'key_1', key)).rejects.toThrow(IdempotencyMismatch);
});
