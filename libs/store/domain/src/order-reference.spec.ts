import { OrderReference } from './order-reference.ts';

it.each(['a', ' \tA-17\n', 'Zoe\u0308', '\u{1f408}'.repeat(255)])('accepts %j and does not change it', (text) => {
  expect(OrderReference.of(text).text).toBe(text);
});

it.each([undefined, null, 7, '', ' ', 'A\0', '\ud83d', 'x'.repeat(256)])('refuses %j', (value) => {
  expect(() => OrderReference.of(value)).toThrow(expect.objectContaining({ code: 'invalid_order_reference' }));
});
