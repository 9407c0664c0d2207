import { median, pairedRatios, percentile, spread } from './statistics.ts';

it('finds the middle of values in any order', () => {
  expect(median([30, 1, 2])).toBe(2);
});

it('takes the mean of the two in the middle of an even number of values', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

it('orders by size, not by spelling', () => {
  expect(median([9, 10, 100])).toBe(10);
});

it('leaves the values as they were', () => {
  const values = [3, 1, 2];
  median(values);
  expect(values).toEqual([3, 1, 2]);
});

it('tells the median with the least and the greatest', () => {
  expect(spread([5, 1, 9])).toEqual({ median: 5, min: 1, max: 9 });
});

it('answers for percentiles a value that was measured', () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(percentile(values, 0.5)).toBe(100);
  expect(percentile(values, 0.99)).toBe(198);
  expect(percentile([1, 2, 3, 4], 0.99)).toBe(4);
  expect(percentile([7], 0.99)).toBe(7);
});

it('compares round by round: a disturbed round counts once, on both sides', () => {
  expect(pairedRatios([10, 20, 500], [20, 40, 1000])).toEqual({ median: 0.5, min: 0.5, max: 0.5 });
  // Of all rounds together it would be 30 to 200.
  expect(pairedRatios([10, 100, 30], [100, 200, 300])).toEqual({ median: 0.1, min: 0.1, max: 0.5 });
});

it('compares nothing that was not measured on both sides', () => {
  expect(() => pairedRatios([1, 2], [1])).toThrow(RangeError);
  expect(() => spread([])).toThrow('nothing was measured');
});
