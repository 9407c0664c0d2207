import { pairedRatio } from './ratio.ts';

const byRound = (...values: readonly (number | undefined)[]) =>
  new Map(values.flatMap((value, index) => (value === undefined ? [] : [[index + 1, value] as const])));

it('pairedRatio divides the values of each round', () => {
  expect(pairedRatio(byRound(10, 20, 500), byRound(20, 40, 1000))).toEqual({ median: 0.5, rounds: 3 });
  // The ratio of the medians would be 30 / 200.
  expect(pairedRatio(byRound(10, 100, 30), byRound(100, 200, 300))?.median).toBe(0.1);
});

it('pairedRatio leaves out the rounds in which one side has no value', () => {
  expect(pairedRatio(byRound(10, undefined, 30, 40), byRound(20, 20, undefined, 80))).toEqual({
    median: 0.5,
    rounds: 2,
  });
  expect(pairedRatio(byRound(10), byRound(undefined, 10))).toBeUndefined();
});

it('pairedRatio has an interval if there are enough rounds', () => {
  const ratio = pairedRatio(byRound(10, 11, 12, 13, 14, 15), byRound(20, 20, 20, 20, 20, 20))!;
  expect(ratio.median).toBe(0.625);
  expect(ratio.interval!.low).toBeLessThan(0.625);
  expect(ratio.interval!.high).toBeGreaterThan(0.625);
});
