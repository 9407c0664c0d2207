import { OrderId } from './order-id.ts';

it.each(['1', '9223372036854775807', '0', '-1'])('parse accepts %p, a canonical int64', (text) => {
  expect(OrderId.parse(text)?.decimal).toBe(text);
});

it.each(['9223372036854775808', '01', '+1', '1.0', '', ' 1', '1\n', 'one', '1/2'])(
  'parse returns undefined for %p, which is not a canonical int64',
  (text) => {
    expect(OrderId.parse(text)).toBeUndefined();
  },
);
