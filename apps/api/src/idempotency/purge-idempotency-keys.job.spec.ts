import { startPeriodicJobs } from '@petstore/bootstrap';
import { startTestApp } from '../testing/test-app.ts';
import { PurgeIdempotencyKeysJob } from './purge-idempotency-keys.job.ts';

it('the job starts with startPeriodicJobs, not with the application, and stops with the application', async () => {
  const started = jest.spyOn(PurgeIdempotencyKeysJob.prototype, 'start');
  const stopped = jest.spyOn(PurgeIdempotencyKeysJob.prototype, 'onModuleDestroy');
  const calls = () => [started.mock.calls.length, stopped.mock.calls.length];
  const application = await startTestApp();
  const waiting = calls();
  startPeriodicJobs(application.app);
  const running = calls();
  await application.close();
  expect([waiting, running, calls()]).toEqual([
    [0, 0],
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
      job.start();
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
