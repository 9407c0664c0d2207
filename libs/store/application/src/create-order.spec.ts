import { Deadline } from '@petstore/kernel';
import { OrderId, OrderName } from '@petstore/store-domain';
import { InMemoryOrderRepository } from '@petstore/store-domain/testing';
import { CreateOrder } from './create-order.ts';

const newOrder = { name: OrderName.of('First') };

it('returns the order with the id that the repository assigned', async () => {
  const created = await new CreateOrder(new InMemoryOrderRepository()).execute(newOrder);
  expect(created.snapshot()).toEqual({ id: '1', name: 'First' });
});

it('stores the order', async () => {
  const orders = new InMemoryOrderRepository();
  const created = await new CreateOrder(orders).execute(newOrder);
  const stored = await orders.find(OrderId.restore(created.snapshot().id));
  expect(stored?.snapshot()).toEqual(created.snapshot());
});

it('passes the deadline to the repository', async () => {
  const orders = new InMemoryOrderRepository();
  const add = jest.spyOn(orders, 'add');
  const deadline = new Deadline(2_300);
  await new CreateOrder(orders).execute(newOrder, deadline);
  expect(add).toHaveBeenCalledWith(newOrder, deadline);
});
