import { Logger } from '@nestjs/common';
import { DatabaseUnavailable } from '@petstore/database';
import { startTestApp } from '../testing/test-app.ts';
import { PeriodicForgetting } from './periodic-forgetting.ts';

const minute = 60_000;

const execute = jest.fn<Promise<boolean>, []>();
let forgetting: PeriodicForgetting;

beforeEach(() => {
  jest.useFakeTimers();
  execute.mockReset().mockResolvedValue(false);
  forgetting = new PeriodicForgetting({ execute } as never);
});

afterEach(() => jest.useRealTimers());

const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

it('begins soon after the start, and again every ten minutes', async () => {
  forgetting.onApplicationBootstrap();
  expect(execute).not.toHaveBeenCalled();
  await pass(minute);
  expect(execute).toHaveBeenCalledTimes(1);
  await pass(30 * minute);
  expect(execute).toHaveBeenCalledTimes(4);
});

it('goes on step by step while there is more', async () => {
  for (let step = 0; step < 50; step++) execute.mockResolvedValueOnce(true);
  forgetting.onApplicationBootstrap();
  await pass(minute);
  expect(execute).toHaveBeenCalledTimes(51);
});

it('takes no step before the one before it is over', async () => {
  execute.mockReturnValue(new Promise(() => undefined));
  forgetting.onApplicationBootstrap();
  await pass(60 * minute);
  expect(execute).toHaveBeenCalledTimes(1);
});

it('warns when it fails, with the cause, and tries again next time', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  execute.mockRejectedValueOnce(new DatabaseUnavailable(new Error('connect ECONNREFUSED')));
  execute.mockRejectedValueOnce(new Error('relation does not exist'));
  forgetting.onApplicationBootstrap();
  await pass(15 * minute);
  expect(warn.mock.calls).toEqual([
    ['idempotency keys were not forgotten, which is tried again later: connect ECONNREFUSED'],
    ['idempotency keys were not forgotten, which is tried again later: relation does not exist'],
  ]);
  await pass(10 * minute);
  expect(execute).toHaveBeenCalledTimes(3);
});

it('stops with the service, which waits for the step that is being taken', async () => {
  let end: (isMore: boolean) => void = () => undefined;
  execute.mockReturnValueOnce(new Promise((resolve) => (end = resolve)));
  forgetting.onApplicationBootstrap();
  await pass(minute);
  let isStopped = false;
  const stopped = forgetting.onModuleDestroy().then(() => (isStopped = true));
  await pass(0);
  expect(isStopped).toBe(false);
  end(true);
  await stopped;
  expect(jest.getTimerCount()).toBe(0);
});

it('holds nobody up who does not stop it', async () => {
  jest.useRealTimers();
  const set = jest.spyOn(globalThis, 'setTimeout');
  forgetting.onApplicationBootstrap();
  await forgetting.onModuleDestroy();
  expect((set.mock.results[0]!.value as NodeJS.Timeout).hasRef()).toBe(false);
});

it('is begun and stopped by the service', async () => {
  jest.useRealTimers();
  const begun = jest.spyOn(PeriodicForgetting.prototype, 'onApplicationBootstrap');
  const stopped = jest.spyOn(PeriodicForgetting.prototype, 'onModuleDestroy');
  const calls = () => [begun.mock.calls.length, stopped.mock.calls.length];
  const app = await startTestApp();
  const whileRunning = calls();
  await app.close();
  expect([whileRunning, calls()]).toEqual([
    [1, 0],
    [1, 1],
  ]);
});
