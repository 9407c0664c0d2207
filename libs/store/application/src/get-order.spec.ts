import { Deadline } from '@petstore/kernel';
import { OrderId, OrderName, OrderNotFound } from '@petstore/store-domain';
import { InMemoryOrderRepository } from '@petstore/store-domain/testing';
import { GetOrder } from './get-order.ts';

let orders: InMemoryOrderRepository;
let getOrder: GetOrder;

beforeEach(async () => {
  orders = new InMemoryOrderRepository();
  getOrder = new GetOrder(orders);
  for (const text of ['First', 'Second']) await orders.add({ name: OrderName.of(text) });
});

it('returns the order with the id', async () => {
  expect((await getOrder.execute('2')).snapshot()).toEqual({ id: '2', name: 'Second' });
});

it.each(['3', '0', '-1', '9223372036854775807', '-9223372036854775808'])(
  'throws OrderNotFound for the unknown id %p',
  async (id) => {
    await expect(getOrder.execute(id)).rejects.toThrow(OrderNotFound);
  },
);

it.each(['', 'first', '01', '+1', ' 1', '1.0', '1e0', '1n', '9223372036854775808'])(
  'throws OrderNotFound for %p, which is not a canonical int64, without a call to the repository',
  async (id) => {
    const find = jest.spyOn(orders, 'find');
    await expect(getOrder.execute(id)).rejects.toThrow(OrderNotFound);
    expect(find).not.toHaveBeenCalled();
  },
);

it('passes the deadline to the repository', async () => {
  const find = jest.spyOn(orders, 'find');
  const deadline = new Deadline(2_300);
  await getOrder.execute('2', deadline);
  expect(find).toHaveBeenCalledWith(OrderId.restore('2'), deadline);
});

it('rejects with the error of the repository, not with OrderNotFound', async () => {
  const failure = new Error('connection refused');
  jest.spyOn(orders, 'find').mockRejectedValue(failure);
  await expect(getOrder.execute('1')).rejects.toBe(failure);
});
