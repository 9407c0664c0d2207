import { CategoryId } from './category-id.ts';
import { InvalidCategoryId } from './pet.errors.ts';

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
])('takes %p as the int64 %s', (value, decimal) => {
  expect(CategoryId.of(value).decimal).toBe(decimal);
});

it.each([9223372036854775808n, -9223372036854775809n, 2n ** 64n])('refuses %p: beyond int64', (value) => {
  expect(() => CategoryId.of(value)).toThrow(InvalidCategoryId);
});

it.each([2 ** 53, -(2 ** 53), 2 ** 63, 1e300])('refuses %p: a number that may have been rounded', (value) => {
  expect(() => CategoryId.of(value)).toThrow(InvalidCategoryId);
});

it.each([1.5, -0.1, NaN, Infinity, -Infinity])('refuses %p: not integral', (value) => {
  expect(() => CategoryId.of(value)).toThrow(InvalidCategoryId);
});

it.each([undefined, null, true, false, '1', '', [1], {}])('refuses %p: no number', (value) => {
  expect(() => CategoryId.of(value)).toThrow(InvalidCategoryId);
});
