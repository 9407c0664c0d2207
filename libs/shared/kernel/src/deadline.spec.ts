import { DeadlineExceeded } from './deadline-exceeded.ts';
import { Deadline } from './deadline.ts';

it('returns the remaining milliseconds, negative after the deadline', () => {
  const deadline = new Deadline(2_300);
  expect([0, 2_000, 2_300, 2_500].map((now) => deadline.remaining(now))).toEqual([2_300, 300, 0, -200]);
});

it('returns Infinity as the remaining time of Deadline.none', () => {
  expect(Deadline.none.remaining(Number.MAX_SAFE_INTEGER)).toBe(Infinity);
});

it('returns a timer delay in whole milliseconds, from 0 to the maximum of Node', () => {
  expect(new Deadline(1_000).delay(899.5)).toBe(101);
  expect(new Deadline(1_000).delay(1_001)).toBe(0);
  expect(Deadline.none.delay(0)).toBe(2 ** 31 - 1);
});

it('an operation that ends after it fails with service_unavailable', () => {
  expect(new DeadlineExceeded()).toMatchObject({
    code: 'service_unavailable',
    message: 'The service could not answer in time.',
  });
});
