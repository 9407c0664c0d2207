import { NodeClock } from './index.ts';

const clock = new NodeClock();
const day = 86_400_000;

afterEach(() => jest.useRealTimers());

it('the monotonic clock advances', () => {
  const start = clock.monotonic();
  while (clock.monotonic() === start);
  expect(clock.monotonic()).toBeGreaterThan(start);
});

it.each([
  ['forward', day],
  ['back', -day],
])('the monotonic clock does not jump when the system clock is set %s', (_, jump) => {
  const before = clock.monotonic();
  jest.useFakeTimers({ now: Date.now() + jump, doNotFake: ['performance', 'hrtime'] });
  const passed = clock.monotonic() - before;
  expect(passed).toBeGreaterThanOrEqual(0);
  expect(passed).toBeLessThan(day);
});
