import { InMemoryTransactions } from '@petstore/kernel/testing';
import { NewOrder, OrderedPetId, OrderNotFound } from '@petstore/store-domain';
import { InMemoryOrderedPets, InMemoryOrderRepository } from '@petstore/store-domain/testing';
import { GetOrder } from './get-order.ts';
import { PlaceOrder } from './place-order.ts';

let orders: InMemoryOrderRepository;
let getOrder: GetOrder;

beforeEach(async () => {
  orders = new InMemoryOrderRepository();
  getOrder = new GetOrder(orders);
  const pets = new InMemoryOrderedPets();
  pets.statuses.set('7', 'available');
  const placeOrder = new PlaceOrder(orders, pets, new InMemoryTransactions());
  await placeOrder.execute(new NewOrder({ petId: OrderedPetId.of(7) }), 'key_1');
});

it('returns the order', async () => {
  expect((await getOrder.execute('1')).snapshot()).toMatchObject({ id: '1', petId: '7' });
});

it.each(['2', '9223372036854775808'])('throws OrderNotFound if no order has the id %p', async (id) => {
  await expect(getOrder.execute(id)).rejects.toThrow(OrderNotFound);
});
