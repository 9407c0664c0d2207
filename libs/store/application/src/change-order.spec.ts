import { InMemoryTransactions } from '@petstore/kernel/testing';
import { InvalidOrderTransition, NewOrder, OrderedPetId, OrderId, OrderNotFound } from '@petstore/store-domain';
import { InMemoryOrderedPets, InMemoryOrderRepository } from '@petstore/store-domain/testing';
import { ChangeOrder, type OrderTransition } from './change-order.ts';
import { PlaceOrder } from './place-order.ts';

const petId = OrderedPetId.of(7);

let orders: InMemoryOrderRepository;
let pets: InMemoryOrderedPets;
let transactions: InMemoryTransactions;

beforeEach(() => {
  [orders, pets, transactions] = [new InMemoryOrderRepository(), new InMemoryOrderedPets(), new InMemoryTransactions()];
  pets.statuses.set('7', 'available');
});

const place = async () =>
  (await new PlaceOrder(orders, pets, transactions).execute(new NewOrder({ petId }), 'key_1')).id.decimal;
const change = (transition: OrderTransition) => (id: string) =>
  new ChangeOrder(orders, pets, transactions).execute(id, transition, 'key_1');
const [complete, cancel, returned] = [change('complete'), change('cancel'), change('return')];

it.each([
  ['completed', 'sold', [complete]],
  ['cancelled', 'available', [cancel]],
  ['returned', 'available', [complete, returned]],
])('makes an order %s, and its pet %s', async (status, petStatus, changes) => {
  const id = await place();
  for (const each of changes) await each(id);
  expect((await orders.find(new OrderId(id)))?.status).toBe(status);
  expect(pets.statuses.get('7')).toBe(petStatus);
});

it('does not return an order that is not the latest of its pet', async () => {
  const first = await place();
  await complete(first);
  pets.statuses.set('7', 'available');
  await complete(await place());
  await expect(returned(first)).rejects.toThrow(InvalidOrderTransition);
  expect(pets.statuses.get('7')).toBe('sold');
});

it('does not return an order whose pet is not sold', async () => {
  const id = await place();
  await complete(id);
  pets.statuses.set('7', 'available');
  await expect(returned(id)).rejects.toThrow('the pet is available');
});

it('cancels an order whose pet somebody has deleted, and changes no pet', async () => {
  const id = await place();
  pets.statuses.delete('7');
  expect((await cancel(id)).status).toBe('cancelled');
  expect(pets.statuses).toEqual(new Map());
});

it('a repeat changes neither the order nor the pet', async () => {
  const id = await place();
  const cancelled = await cancel(id);
  pets.statuses.set('7', 'sold');
  const update = jest.spyOn(orders, 'update');
  expect((await cancel(id)).snapshot()).toEqual(cancelled.snapshot());
  expect(update).not.toHaveBeenCalled();
  expect(pets.statuses.get('7')).toBe('sold');
});

it.each(['1', '9223372036854775808'])('throws OrderNotFound for %s, the id of no order', async (id) => {
  for (const each of [complete, cancel, returned]) await expect(each(id)).rejects.toThrow(OrderNotFound);
});

it('throws OrderNotFound if the order disappears before it is locked', async () => {
  const id = await place();
  jest.spyOn(orders, 'lock').mockResolvedValue(undefined);
  await expect(cancel(id)).rejects.toThrow(OrderNotFound);
});
