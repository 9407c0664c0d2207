import { OrderStatus } from './order-status.ts';

it.each(OrderStatus.values)('of %p returns the one object of that status', (value) => {
  expect(OrderStatus.of(value)).toBe(OrderStatus[value]);
  expect(OrderStatus.of(value).value).toBe(value);
});

it.each(['Placed', '', 'placed ', 'lost', null, undefined, 1])('of refuses %p', (value) => {
  expect(() => OrderStatus.of(value)).toThrow(expect.objectContaining({ code: 'invalid_order_status' }));
});
