import type { Ratio } from './ratio.ts';
import { targetVerdictOf, verdictOf } from './verdict.ts';

const ratio = (low: number, high: number): Ratio => ({ median: (low + high) / 2, interval: { low, high }, rounds: 12 });
const withoutInterval: Ratio = { median: 0.1, rounds: 5 };

it.each([
  ['faster', ratio(0.5, 0.99)],
  ['slower', ratio(1.01, 1.2)],
  ['no difference shown', ratio(0.9, 1.1)],
  ['no difference shown', ratio(0.9, 1)],
  ['no difference shown', ratio(1, 1.1)],
  ['undecided', withoutInterval],
])('verdictOf returns %s', (verdict, measured) => {
  expect(verdictOf(measured)).toBe(verdict);
});

it.each([
  ['aim met', ratio(0.4, 0.48)],
  ['floor met', ratio(0.4, 0.5)],
  ['floor met', ratio(0.5, 0.6)],
  ['floor not met', ratio(0.61, 0.7)],
  ['undecided', ratio(0.59, 0.61)],
  ['undecided', ratio(0.4, 0.7)],
  ['undecided', ratio(0.6, 0.7)],
  ['undecided', withoutInterval],
])('targetVerdictOf returns %s', (verdict, measured) => {
  expect(targetVerdictOf(measured, { floor: 0.6, aim: 0.48 })).toBe(verdict);
});

it('targetVerdictOf returns at most "floor met" without an aim', () => {
  expect(targetVerdictOf(ratio(0.1, 0.2), { floor: 1 })).toBe('floor met');
});
