import { InvalidValue } from '@petstore/kernel';
import { ChangeWait } from './change-wait.ts';

it.each([1, 2, 30])('accepts %d seconds', (seconds) => {
  expect(ChangeWait.of(seconds).milliseconds).toBe(seconds * 1_000);
});

it.each([0, 31, -1, 1.5, NaN, '1', 1n, undefined])('refuses %p', (seconds) => {
  expect(() => ChangeWait.of(seconds)).toThrow(InvalidValue);
});
