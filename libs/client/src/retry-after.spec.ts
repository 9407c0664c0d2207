import { parseRetryAfter } from './retry-after.ts';

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-11-20T12:00:00.500Z') });
});

afterEach(() => {
  jest.useRealTimers();
});

it.each([
  ['0', 0],
  ['1', 1],
  ['3600', 3600],
  ['Fri, 20 Nov 2026 12:00:10 GMT', 10],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('parses the header %p as %p seconds', (header, seconds) => {
  expect(parseRetryAfter(header)).toBe(seconds);
});
