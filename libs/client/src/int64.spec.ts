import { formatInt64 } from './int64.ts';

it.each([
  [0, '0'],
  [-0, '0'],
  [42, '42'],
  [-1, '-1'],
  [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  [Number.MIN_SAFE_INTEGER, '-9007199254740991'],
  [7n, '7'],
  [9007199254740993n, '9007199254740993'],
  [9223372036854775807n, '9223372036854775807'],
  [-9223372036854775808n, '-9223372036854775808'],
])('writes %p as %s', (value, text) => {
  expect(formatInt64('petId', value)).toBe(text);
});

it.each([2 ** 53, -(2 ** 53), 1e21])('refuses %p, which may have been rounded', (value) => {
  expect(() => formatInt64('petId', value)).toThrow(
    new TypeError(
      `petId must be a safe integer or a bigint, not ${value}: numbers beyond 2^53 - 1 are rounded, pass a bigint`,
    ),
  );
});

it.each([
  [1.5, '1.5'],
  [NaN, 'NaN'],
  [Infinity, 'Infinity'],
  ['1', 'string'],
  [undefined, 'undefined'],
  [null, 'object'],
  [{}, 'object'],
])('refuses %p, which is not an integer', (value, given) => {
  expect(() => formatInt64('categoryId', value)).toThrow(
    new TypeError(`categoryId must be a safe integer or a bigint, not ${given}`),
  );
});
