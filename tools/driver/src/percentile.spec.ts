import { percentile } from './percentile.ts';

it('returns one of the values, by nearest rank', () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(percentile(values, 0.5)).toBe(100);
  expect(percentile(values, 0.99)).toBe(198);
  expect(percentile([1, 2, 3, 4], 0.99)).toBe(4);
  expect(percentile([7], 0.99)).toBe(7);
});

it('returns NaN for no values', () => {
  expect(percentile([], 0.5)).toBeNaN();
});
