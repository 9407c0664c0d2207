import { medianInterval, minValues } from './bootstrap.ts';
import { Random } from './random.ts';

const random = new Random(7);
const uniform = () => random.between(1, 1_000_000) / 1_000_001;
const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());

/** Distributions with known medians. */
const distributions = {
  normal: { draw: normal, median: 0 },
  exponential: { draw: () => -Math.log(uniform()), median: Math.LN2 },
  'log-normal': { draw: () => Math.exp(normal()), median: 1 },
};

const draws = 200;

/** Draws samples and returns the fraction of their intervals that contain the median, and the mean width of the intervals. */
function simulate({ draw, median }: { draw: () => number; median: number }, size: number) {
  const intervals = Array.from({ length: draws }, () => medianInterval(Array.from({ length: size }, draw))!);
  const covered = intervals.filter(({ low, high }) => low <= median && median <= high).length / draws;
  const width = intervals.reduce((sum, { low, high }) => sum + high - low, 0) / draws;
  return { covered, width };
}

it.each(Object.entries(distributions))(
  'medianInterval contains the median of the %s distribution in about 95 % of the samples',
  (_name, distribution) => {
    for (const size of [minValues, 12]) {
      const { covered } = simulate(distribution, size);
      // 95 %, less up to 3 % for so few values. Three standard errors of 200 draws are 5 %.
      expect(covered).toBeGreaterThan(0.86);
      expect(covered).toBeLessThan(1);
    }
  },
);

it('medianInterval of 24 values is about half as wide as that of 6', () => {
  const ratio = simulate(distributions.normal, 24).width / simulate(distributions.normal, 6).width;
  expect(ratio).toBeGreaterThan(0.4);
  expect(ratio).toBeLessThan(0.65);
});

it('medianInterval is not affected by the size of one outlier', () => {
  const values = [0.58, 0.59, 0.6, 0.6, 0.61, 0.62, 0.63];
  const { high, low } = medianInterval([...values, 1])!;
  expect(medianInterval([...values, 100])).toMatchObject({ low });
  expect(high).toBeLessThan(1);
});

it('medianInterval contains the median of the values, and is within their range', () => {
  const { low, high } = medianInterval([5, 3, 1, 2, 4, 6])!;
  expect(low).toBeGreaterThanOrEqual(1);
  expect(low).toBeLessThan(3.5);
  expect(high).toBeGreaterThan(3.5);
  expect(high).toBeLessThanOrEqual(6);
});

it('medianInterval of equal values is that value', () => {
  expect(medianInterval(Array.from({ length: 12 }, () => 0.5))).toEqual({ low: 0.5, high: 0.5 });
});

it('medianInterval returns the same interval for the same values in any order', () => {
  const values = [0.61, 0.58, 0.64, 0.6, 0.59, 0.66, 0.57];
  expect(medianInterval([...values].reverse())).toEqual(medianInterval(values));
});

it('medianInterval returns undefined for too few values', () => {
  expect(medianInterval([1, 1, 1, 1, 1])).toBeUndefined();
  expect(minValues).toBe(6);
});
