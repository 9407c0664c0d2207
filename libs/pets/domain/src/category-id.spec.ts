import { CategoryId } from './category-id.ts';

const invalidCategoryId = expect.objectContaining({ code: 'invalid_category_id' });

it.each([
  [-7, '-7'],
  [9223372036854775807n, '9223372036854775807'],
  [-9223372036854775808n, '-9223372036854775808'],
])('accepts the int64 %p', (value, decimal) => {
  expect(CategoryId.of(value).decimal).toBe(decimal);
});

it.each([9223372036854775808n, 2 ** 53, 1.5, NaN, undefined, null, true, '1', [1]])(
  'refuses %p, which is not an int64',
  (value) => {
    expect(() => CategoryId.of(value)).toThrow(invalidCategoryId);
  },
);
