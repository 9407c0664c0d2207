import { Int64 } from './int64.ts';

it('states its range', () => {
  expect([Int64.min, Int64.max]).toEqual([-9223372036854775808n, 9223372036854775807n]);
  expect(Int64.range).toBe('-9223372036854775808 to 9223372036854775807');
});

describe('from text', () => {
  it.each(['0', '1', '10', '-1', '9007199254740993', '9223372036854775807', '-9223372036854775808'])(
    'accepts %p: canonical decimal in range',
    (text) => {
      expect(Int64.fromText(text)).toBe(text);
    },
  );

  it.each(['9223372036854775808', '-9223372036854775809', '10000000000000000000'])(
    'refuses %p: out of range',
    (text) => {
      expect(Int64.fromText(text)).toBeUndefined();
    },
  );

  it.each(['01', '00', '-0', '-01', '+1', '1.0', '1e3', '1_000', '0x1', '1n', '--1', '-'])(
    'refuses %p: not canonical',
    (text) => {
      expect(Int64.fromText(text)).toBeUndefined();
    },
  );

  it.each(['', ' ', ' 1', '1 ', '1\n', '\u00a01', 'one', 'NaN', '\u0967', '\uff11', '1/2', '1,2'])(
    'refuses %p: not a decimal number',
    (text) => {
      expect(Int64.fromText(text)).toBeUndefined();
    },
  );
});

describe('from a value', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [1.0, '1'],
    [-7, '-7'],
    [9007199254740991, '9007199254740991'],
    [-9007199254740991, '-9007199254740991'],
    [0n, '0'],
    [-7n, '-7'],
    [9007199254740993n, '9007199254740993'],
    [9223372036854775807n, '9223372036854775807'],
    [-9223372036854775808n, '-9223372036854775808'],
  ])('accepts %p as %s', (value, decimal) => {
    expect(Int64.fromValue(value)).toBe(decimal);
  });

  it.each([9223372036854775808n, -9223372036854775809n, 2n ** 64n])('refuses %p: out of range', (value) => {
    expect(Int64.fromValue(value)).toBeUndefined();
  });

  it.each([2 ** 53, -(2 ** 53), 2 ** 63, 1e300])('refuses %p: a number that may have been rounded', (value) => {
    expect(Int64.fromValue(value)).toBeUndefined();
  });

  it.each([1.5, -0.1, NaN, Infinity, -Infinity])('refuses %p: not an integer', (value) => {
    expect(Int64.fromValue(value)).toBeUndefined();
  });

  it.each([undefined, null, true, false, '1', '', [1], {}])('refuses %p: not a number or bigint', (value) => {
    expect(Int64.fromValue(value)).toBeUndefined();
  });
});
