import { intervalOf, median, ratioOf } from './paired-ratio.ts';

it('compares round by round and reports the median with the 3rd and the 10th of 12 ratios', () => {
  const others = Array.from({ length: 12 }, (_, round) => 100 * (round + 1));
  const ratios = [5, 1, 12, 3, 8, 2, 11, 4, 10, 6, 9, 7];
  const ours = others.map((figure, round) => figure * ratios[round]!);
  expect(ratioOf(ours, others)).toEqual({ median: 6.5, low: 3, high: 10 });
});

it.each([
  [1, 1, 0],
  [4, 1, 0.875],
  [6, 1, 0.969],
  [12, 3, 0.961],
  [20, 6, 0.959],
])('bounds the interval of %d rounds by the values of rank %d, with a confidence of %d', (rounds, rank, confidence) => {
  expect(intervalOf(rounds)).toEqual({ rank, confidence: expect.closeTo(confidence, 3) });
});

it('the median of an odd number of values is the middle one', () => {
  expect(median([9, 1, 5])).toBe(5);
});
