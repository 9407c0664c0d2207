import { InvalidMeasurement } from '../repeats.ts';
import { requireNoStall } from './stall.ts';

const check = (longest: number, p50: number, seconds: number) => () =>
  requireNoStall({ milliseconds: seconds * 1_000, responses: 20_000, p50, p99: p50, longest }, seconds);

it.each([
  ['half of a short window', 501, 3, 1],
  ['a second of a long window', 1_001, 3, 5],
])('requireNoStall rejects a response that took more than %s', (_limit, longest, p50, seconds) => {
  expect(check(longest, p50, seconds)).toThrow(new InvalidMeasurement(`a response after ${longest} ms`));
  expect(check(longest - 2, p50, seconds)).not.toThrow();
});

it('requireNoStall rejects a window without a response', () => {
  const window = { milliseconds: 1_000, responses: 0, p50: 0, p99: 0, longest: 0 };
  expect(() => requireNoStall(window, 1)).toThrow(new InvalidMeasurement('no response'));
});

it('requireNoStall accepts a window in which all responses took long, as on a busy machine', () => {
  expect(check(1_200, 24, 1)).not.toThrow();
  expect(check(1_201, 24, 1)).toThrow(InvalidMeasurement);
});
