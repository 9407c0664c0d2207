import { Logger } from '@nestjs/common';
import { PurgeIdempotencyKeysJob } from './purge-idempotency-keys.job.ts';

const minute = 60_000;

/** Resolves with the number of deleted keys. */
const deleteExpired = jest.fn<Promise<number>, [limit: number]>();

let job: PurgeIdempotencyKeysJob;

beforeEach(() => {
  jest.useFakeTimers();
  deleteExpired.mockReset().mockResolvedValue(0);
  job = new PurgeIdempotencyKeysJob({ deleteExpired });
});

afterEach(() => jest.useRealTimers());

const advance = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

it('runs in the first minute after start, and then every ten minutes', async () => {
  await advance(30 * minute);
  expect(deleteExpired).not.toHaveBeenCalled();
  job.start();
  await advance(minute);
  expect(deleteExpired.mock.calls).toEqual([[1_000]]);
  await advance(30 * minute);
  expect(deleteExpired).toHaveBeenCalledTimes(4);
});

it('deletes further batches at once until a batch is not full', async () => {
  for (let index = 0; index < 50; index++) deleteExpired.mockResolvedValueOnce(1_000);
  job.start();
  await advance(minute);
  expect(deleteExpired).toHaveBeenCalledTimes(51);
});

it('logs a warning with the cause of a failure, and runs again after ten minutes', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  deleteExpired.mockRejectedValueOnce(new Error('connect ECONNREFUSED'));
  job.start();
  await advance(minute);
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/^expired idempotency keys were not deleted.*ECONNREFUSED$/)],
  ]);
  await advance(10 * minute);
  expect(deleteExpired).toHaveBeenCalledTimes(2);
});

it('waits for the running statement when the application stops, and then runs no other', async () => {
  let end: (count: number) => void = () => undefined;
  deleteExpired.mockReturnValueOnce(new Promise((resolve) => (end = resolve)));
  job.start();
  await advance(minute);
  let isStopped = false;
  const stopped = job.onModuleDestroy().then(() => (isStopped = true));
  await advance(0);
  expect(isStopped).toBe(false);
  end(1_000);
  await stopped;
  expect(jest.getTimerCount()).toBe(0);
});
