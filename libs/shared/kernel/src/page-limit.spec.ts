import { PageLimit } from './page-limit.ts';

const invalidLimit = expect.objectContaining({
  code: 'invalid_page_limit',
  message: 'limit must be an integer from 1 to 100',
});

it('is 20 by default', () => {
  expect(PageLimit.default.count).toBe(20);
});

it.each([1, 2, 99, 100])('accepts %p', (value) => {
  expect(PageLimit.of(value).count).toBe(value);
});

it.each([0, -0, -1, 101, 1e21, 1.5, 99.99, NaN, Infinity])('rejects %p: not an integer from 1 to 100', (value) => {
  expect(() => PageLimit.of(value)).toThrow(invalidLimit);
});

it.each([null, true, '20', '', 20n, [20], {}])('rejects %p: not a number', (value) => {
  expect(() => PageLimit.of(value)).toThrow(invalidLimit);
});

it('rejects undefined: the limit is required', () => {
  expect(() => PageLimit.of(undefined)).toThrow('limit is required: it must be an integer from 1 to 100');
});
