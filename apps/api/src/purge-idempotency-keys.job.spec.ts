import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { PurgeIdempotencyKeysJob } from './purge-idempotency-keys.job.ts';

const minute = 60_000;

/** Resolves with the number of deleted keys, as TypeORM does. */
const query = jest.fn<Promise<[rows: [], count: number]>, [text: string, parameters: [limit: number]]>();

let job: PurgeIdempotencyKeysJob;

beforeEach(() => {
  jest.useFakeTimers();
  query.mockReset().mockResolvedValue([[], 0]);
  job = new PurgeIdempotencyKeysJob({ query } as unknown as DataSource);
});

afterEach(() => jest.useRealTimers());

const advance = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

it('runs in the first minute after start, and then every ten minutes', async () => {
  await advance(30 * minute);
  expect(query).not.toHaveBeenCalled();
  job.start();
  await advance(minute);
  expect(query.mock.calls).toEqual([[expect.any(String), [1_000]]]);
  await advance(30 * minute);
  expect(query).toHaveBeenCalledTimes(4);
});

it('deletes further batches at once until a batch is not full', async () => {
  for (let index = 0; index < 50; index++) query.mockResolvedValueOnce([[], 1_000]);
  job.start();
  await advance(minute);
  expect(query).toHaveBeenCalledTimes(51);
});

it('logs a warning with the cause of a failure, and runs again after ten minutes', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  query.mockRejectedValueOnce(new Error('connect ECONNREFUSED'));
  job.start();
  await advance(minute);
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/^expired idempotency keys were not deleted.*ECONNREFUSED$/)],
  ]);
  await advance(10 * minute);
  expect(query).toHaveBeenCalledTimes(2);
});

it('waits for the running statement when the application stops, and then runs no other', async () => {
  let end: (result: [rows: [], count: number]) => void = () => undefined;
  query.mockReturnValueOnce(new Promise((resolve) => (end = resolve)));
  job.start();
  await advance(minute);
  let isStopped = false;
  const stopped = job.onModuleDestroy().then(() => (isStopped = true));
  await advance(0);
  expect(isStopped).toBe(false);
  end([[], 1_000]);
  await stopped;
  expect(jest.getTimerCount()).toBe(0);
});
