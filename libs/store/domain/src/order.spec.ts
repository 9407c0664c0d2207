import { Order } from './order.ts';
import { OrderId } from './order-id.ts';
import { OrderName } from './order-name.ts';

const stored = { id: '9223372036854775807', name: ' Zoe\u0308 ' };

it('register returns an Order with the members of the NewOrder and the id', () => {
  const registered = Order.register(OrderId.restore(stored.id), { name: OrderName.of(stored.name) });
  expect(registered.snapshot()).toEqual(stored);
});

it('restore returns an Order with exactly the stored values', () => {
  expect(Order.restore(stored).snapshot()).toEqual(stored);
});
