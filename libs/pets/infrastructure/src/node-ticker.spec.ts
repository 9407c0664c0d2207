import { NodeTicker } from './index.ts';

it('calls the function at the interval until it is stopped', () => {
  jest.useFakeTimers();
  const ticker = new NodeTicker();
  const times: number[] = [];
  const startedAt = ticker.now();
  const stop = ticker.start(100, () => times.push(ticker.now() - startedAt));
  jest.advanceTimersByTime(250);
  stop();
  jest.advanceTimersByTime(250);
  expect(times).toEqual([100, 200]);
  jest.useRealTimers();
});
