import { median, spread } from './statistics.ts';

it('median returns the middle of values in any order', () => {
  expect(median([30, 1, 2])).toBe(2);
});

it('median returns the mean of the two middle values of an even number of values', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

it('median sorts numerically', () => {
  expect(median([9, 10, 100])).toBe(10);
});

it('median does not change the given values', () => {
  const values = [3, 1, 2];
  median(values);
  expect(values).toEqual([3, 1, 2]);
});

it('spread returns the median with the minimum and the maximum', () => {
  expect(spread([5, 1, 9])).toEqual({ median: 5, min: 1, max: 9 });
});

it('spread rejects an empty list', () => {
  expect(() => spread([])).toThrow('nothing was measured');
});
