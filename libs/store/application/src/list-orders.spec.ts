import { PageLimit } from '@petstore/kernel';
import { InMemoryTransactions } from '@petstore/kernel/testing';
import { NewOrder, OrderedPetId } from '@petstore/store-domain';
import { InMemoryOrderedPets, InMemoryOrderRepository } from '@petstore/store-domain/testing';
import { ListOrders } from './list-orders.ts';
import { PlaceOrder } from './place-order.ts';

const orders = new InMemoryOrderRepository();
const listOrders = new ListOrders(orders);
const limit = PageLimit.of(2);

beforeAll(async () => {
  const pets = new InMemoryOrderedPets();
  const placeOrder = new PlaceOrder(orders, pets, new InMemoryTransactions());
  for (const petId of [1, 2, 3, 4]) {
    pets.statuses.set(String(petId), 'available');
    await placeOrder.execute(new NewOrder({ petId: OrderedPetId.of(petId) }), 'key_1');
  }
});

const idsOf = async (query: Parameters<ListOrders['execute']>[0]) => {
  const page = await listOrders.execute(query);
  return { ids: page.orders.map(({ id }) => id.decimal), next: page.next?.decimal };
};

it('returns the position of the next page if there is one', async () => {
  expect(await idsOf({ limit })).toEqual({ ids: ['1', '2'], next: '2' });
});

it('returns no position on the last page', async () => {
  const { next } = await listOrders.execute({ limit });
  expect(await idsOf({ limit, after: next })).toEqual({ ids: ['3', '4'], next: undefined });
});
