import { startTestApp } from '../testing/test-app.ts';
import { PurgeIdempotencyKeysJob } from './purge-idempotency-keys.job.ts';

it('the job starts and stops with the service', async () => {
  const started = jest.spyOn(PurgeIdempotencyKeysJob.prototype, 'onApplicationBootstrap');
  const stopped = jest.spyOn(PurgeIdempotencyKeysJob.prototype, 'onModuleDestroy');
  const calls = () => [started.mock.calls.length, stopped.mock.calls.length];
  const app = await startTestApp();
  const whileRunning = calls();
  await app.close();
  expect([whileRunning, calls()]).toEqual([
    [1, 0],
    [1, 1],
  ]);
});

describe('a step', () => {
  /**
   * Runs the first step of a job.
   * @param deleted number of rows that its DELETE reports
   * @returns the milliseconds until the next step
   */
  async function delayAfter(deleted: number): Promise<number> {
    jest.useFakeTimers();
    try {
      const query = jest.fn().mockResolvedValue([[], deleted]);
      const job = new PurgeIdempotencyKeysJob({ query } as never);
      job.onApplicationBootstrap();
      await jest.advanceTimersToNextTimerAsync();
      expect(query).toHaveBeenCalledWith(expect.stringContaining('DELETE FROM idempotency_keys'), [1_000]);
      const before = Date.now();
      jest.advanceTimersToNextTimer();
      await job.onModuleDestroy();
      return Date.now() - before;
    } finally {
      jest.useRealTimers();
    }
  }

  it('is followed by another step if it deleted a full batch', async () => {
    expect(await delayAfter(1_000)).toBe(100);
  });

  it('is the last step of the run if it deleted fewer keys than a batch', async () => {
    expect(await delayAfter(999)).toBe(600_000);
  });
});
