import { PageLimit } from './page-limit.ts';

it('is 20 by default', () => {
  expect(PageLimit.default.count).toBe(20);
});

it.each([1, 2, 99, 100])('accepts %p', (value) => {
  expect(PageLimit.of(value).count).toBe(value);
});

it.each([0, -0, -1, 101, 1e21, 1.5, 99.99, NaN, Infinity, null, true, '20', '', 20n, [20], {}])(
  'rejects %p',
  (value) => {
    const rejected = { code: 'invalid_page_limit', message: 'limit must be an integer from 1 to 100' };
    expect(() => PageLimit.of(value)).toThrow(expect.objectContaining(rejected));
  },
);
