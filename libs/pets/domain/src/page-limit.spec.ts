import { PageLimit } from './page-limit.ts';
import { InvalidPageLimit } from './pet.errors.ts';

it('is 20 by default', () => {
  expect(PageLimit.default.count).toBe(20);
});

it.each([1, 2, 99, 100])('takes %p', (value) => {
  expect(PageLimit.of(value).count).toBe(value);
});

it.each([0, -0, -1, 101, 1e21, 1.5, 99.99, NaN, Infinity])('refuses %p: no integer from 1 to 100', (value) => {
  expect(() => PageLimit.of(value)).toThrow(InvalidPageLimit);
});

it.each([undefined, null, true, '20', '', 20n, [20], {}])('refuses %p: no number', (value) => {
  expect(() => PageLimit.of(value)).toThrow(InvalidPageLimit);
});
