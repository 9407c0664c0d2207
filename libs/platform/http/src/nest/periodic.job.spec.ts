import { Logger } from '@nestjs/common';
import { PeriodicJob } from './periodic.job.ts';

const minute = 60_000;

const step = jest.fn<Promise<boolean>, []>();

class TestJob extends PeriodicJob {
  protected readonly step = step;

  constructor() {
    super('nothing was done');
  }
}

let job: TestJob;

beforeEach(() => {
  jest.useFakeTimers();
  step.mockReset().mockResolvedValue(false);
  job = new TestJob();
});

afterEach(() => jest.useRealTimers());

const advance = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

it('runs in the first minute after start, and then every ten minutes', async () => {
  job.start();
  expect(step).not.toHaveBeenCalled();
  await advance(minute);
  expect(step).toHaveBeenCalledTimes(1);
  await advance(30 * minute);
  expect(step).toHaveBeenCalledTimes(4);
});

it('runs another step while a step returns true', async () => {
  for (let index = 0; index < 50; index++) step.mockResolvedValueOnce(true);
  job.start();
  await advance(minute);
  expect(step).toHaveBeenCalledTimes(51);
});

it('starts no step before the previous step has ended', async () => {
  step.mockReturnValue(new Promise(() => undefined));
  job.start();
  await advance(60 * minute);
  expect(step).toHaveBeenCalledTimes(1);
});

it('logs a warning with the cause if a step fails, and runs again after ten minutes', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  step.mockRejectedValueOnce(new Error('no database', { cause: new Error('connect ECONNREFUSED') }));
  step.mockRejectedValueOnce(new Error('relation does not exist'));
  job.start();
  await advance(15 * minute);
  expect(warn.mock.calls).toEqual([
    ['nothing was done: connect ECONNREFUSED'],
    ['nothing was done: relation does not exist'],
  ]);
  await advance(10 * minute);
  expect(step).toHaveBeenCalledTimes(3);
});

it('waits for the running step in onModuleDestroy, and then runs no further step', async () => {
  let endStep: (needsAnotherStep: boolean) => void = () => undefined;
  step.mockReturnValueOnce(new Promise((resolve) => (endStep = resolve)));
  job.start();
  await advance(minute);
  let isStopped = false;
  const stopped = job.onModuleDestroy().then(() => (isStopped = true));
  await advance(0);
  expect(isStopped).toBe(false);
  endStep(true);
  await stopped;
  expect(jest.getTimerCount()).toBe(0);
});

it('has a timer that does not keep the process running', async () => {
  jest.useRealTimers();
  const setTimeoutSpy = jest.spyOn(globalThis, 'setTimeout');
  job.start();
  await job.onModuleDestroy();
  expect((setTimeoutSpy.mock.results[0]!.value as NodeJS.Timeout).hasRef()).toBe(false);
});
