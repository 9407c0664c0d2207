import { OrderName } from './order-name.ts';

it.each(['a', ' \tRex\n', 'Zoe\u0308', '\u{1f408}'.repeat(255)])('accepts %j and does not change it', (text) => {
  expect(OrderName.of(text).text).toBe(text);
});

it.each([undefined, null, 7, '', ' ', 'Re\0x', '\ud83d', 'x'.repeat(256)])('refuses %j', (value) => {
  expect(() => OrderName.of(value)).toThrow(expect.objectContaining({ code: 'invalid_order_name' }));
});
