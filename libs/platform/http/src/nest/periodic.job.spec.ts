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

const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

it('runs soon after the start, and again every ten minutes', async () => {
  job.onApplicationBootstrap();
  expect(step).not.toHaveBeenCalled();
  await pass(minute);
  expect(step).toHaveBeenCalledTimes(1);
  await pass(30 * minute);
  expect(step).toHaveBeenCalledTimes(4);
});

it('runs further steps while there is more work', async () => {
  for (let index = 0; index < 50; index++) step.mockResolvedValueOnce(true);
  job.onApplicationBootstrap();
  await pass(minute);
  expect(step).toHaveBeenCalledTimes(51);
});

it('starts no step before the previous step has ended', async () => {
  step.mockReturnValue(new Promise(() => undefined));
  job.onApplicationBootstrap();
  await pass(60 * minute);
  expect(step).toHaveBeenCalledTimes(1);
});

it('logs a warning with the cause when a step fails, and runs again later', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  step.mockRejectedValueOnce(new Error('no database', { cause: new Error('connect ECONNREFUSED') }));
  step.mockRejectedValueOnce(new Error('relation does not exist'));
  job.onApplicationBootstrap();
  await pass(15 * minute);
  expect(warn.mock.calls).toEqual([
    ['nothing was done: connect ECONNREFUSED'],
    ['nothing was done: relation does not exist'],
  ]);
  await pass(10 * minute);
  expect(step).toHaveBeenCalledTimes(3);
});

it('stops with the service, which waits for the running step', async () => {
  let end: (isMore: boolean) => void = () => undefined;
  step.mockReturnValueOnce(new Promise((resolve) => (end = resolve)));
  job.onApplicationBootstrap();
  await pass(minute);
  let isStopped = false;
  const stopped = job.onModuleDestroy().then(() => (isStopped = true));
  await pass(0);
  expect(isStopped).toBe(false);
  end(true);
  await stopped;
  expect(jest.getTimerCount()).toBe(0);
});

it('does not keep the process running', async () => {
  jest.useRealTimers();
  const set = jest.spyOn(globalThis, 'setTimeout');
  job.onApplicationBootstrap();
  await job.onModuleDestroy();
  expect((set.mock.results[0]!.value as NodeJS.Timeout).hasRef()).toBe(false);
});
