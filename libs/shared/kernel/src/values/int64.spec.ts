import { Int64 } from './int64.ts';

it.each('0 1 10 -1 9007199254740993 9223372036854775807 -9223372036854775808'.split(' '))(
  'accepts the text %s',
  (text) => {
    expect(Int64.fromText(text)).toBe(text);
  },
);

it.each([
  ['out of range', ['9223372036854775808', '-9223372036854775809', '10000000000000000000']],
  ['not canonical', ['01', '00', '-0', '-01', '+1', '1.0', '1e3', '1_000', '0x1', '1n', '--1', '-']],
  ['no decimal number', ['', ' ', ' 1', '1 ', '1\n', '\u00a01', 'one', 'NaN', '\u0967', '\uff11', '1/2', '1,2']],
])('refuses a text that is %s', (_, texts) => {
  for (const text of texts) expect(Int64.fromText(text)).toBeUndefined();
});

it.each([
  [-0, '0'],
  [1.0, '1'],
  [9007199254740991, '9007199254740991'],
  [-9007199254740991, '-9007199254740991'],
  [-7n, '-7'],
  [9223372036854775807n, '9223372036854775807'],
  [-9223372036854775808n, '-9223372036854775808'],
])('accepts the value %p as %s', (value, decimal) => {
  expect(Int64.fromValue(value)).toBe(decimal);
  expect(BigInt(Int64.toValue(decimal))).toBe(BigInt(value));
});

it.each([
  ['out of range', [9223372036854775808n, -9223372036854775809n, 2n ** 64n]],
  ['a number that may have been rounded', [2 ** 53, -(2 ** 53), 2 ** 63, 1e300]],
  ['no integer', [1.5, -0.1, NaN, Infinity, -Infinity]],
  ['no number or bigint', [undefined, null, true, false, '1', '', [1], {}]],
])('refuses a value that is %s', (_, values: readonly unknown[]) => {
  for (const value of values) expect(Int64.fromValue(value)).toBeUndefined();
});
