/** The interval contains the median of all possible rounds at least this often, if there are enough rounds. */
const wanted = 0.95;

export interface Ratio {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Compares two servers round by round.
 * @param ours figures of this service, one for each round
 * @param others figures of the other server in the same rounds
 */
export function ratioOf(ours: readonly number[], others: readonly number[]): Ratio {
  const ratios = sorted(ours.map((figure, round) => figure / others[round]!));
  const { rank } = intervalOf(ratios.length);
  return { median: median(ratios), low: ratios[rank - 1]!, high: ratios[ratios.length - rank]! };
}

export function median(values: readonly number[]): number {
  const ascending = sorted(values);
  const middle = ascending.length >> 1;
  return ascending.length % 2 === 1 ? ascending[middle]! : (ascending[middle - 1]! + ascending[middle]!) / 2;
}

/**
 * Returns the rank, from 1, of the values that bound the interval, counted from the smallest and from the largest. For 12 rounds it
 * is 3. `confidence` is the probability that the interval contains the median, by the binomial distribution: each ratio is below the
 * median with probability one half.
 */
export function intervalOf(rounds: number): { rank: number; confidence: number } {
  const outcomesOutside = (rank: number) =>
    2 * Array.from({ length: rank }, (_, index) => binomial(rounds, index)).reduce((a, b) => a + b);
  let rank = 1;
  while (2 * (rank + 1) <= rounds && 1 - outcomesOutside(rank + 1) / 2 ** rounds >= wanted) rank += 1;
  return { rank, confidence: Math.max(0, 1 - outcomesOutside(rank) / 2 ** rounds) };
}

/** Number of ways to choose `chosen` of `count`. */
function binomial(count: number, chosen: number): number {
  let ways = 1;
  for (let each = 0; each < chosen; each += 1) ways = (ways * (count - each)) / (each + 1);
  return ways;
}

function sorted(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b);
}
