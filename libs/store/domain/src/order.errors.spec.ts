import { OrderNotFound } from './order.errors.ts';

it('OrderNotFound has the code order_not_found', () => {
  expect(new OrderNotFound()).toMatchObject({
    code: 'order_not_found',
    message: 'There is no order with this orderId.',
  });
});
