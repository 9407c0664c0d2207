import { Deadline } from './deadline.ts';

it('counts down, and goes on below zero', () => {
  const deadline = new Deadline(2_300);
  expect([0, 2_000, 2_300, 2_500].map((now) => deadline.remaining(now))).toEqual([2_300, 300, 0, -200]);
});

it('never passes when there is none', () => {
  expect(Deadline.none.remaining(Number.MAX_SAFE_INTEGER)).toBe(Infinity);
});

it('gives a timer whole milliseconds that Node accepts', () => {
  expect(new Deadline(1_000).delay(899.5)).toBe(101);
  expect(new Deadline(1_000).delay(1_001)).toBe(0);
  expect(Deadline.none.delay(0)).toBe(2 ** 31 - 1);
});
