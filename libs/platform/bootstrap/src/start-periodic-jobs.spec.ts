import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PeriodicJob } from '@petstore/http/nest/periodic.job';
import { startPeriodicJobs } from './start-periodic-jobs.ts';

const halfHour = 1_800_000;

const step = jest.fn<Promise<boolean>, []>().mockResolvedValue(false);

class TestJob extends PeriodicJob {
  protected readonly step = step;

  constructor() {
    super('nothing was done');
  }
}

@Module({ providers: [{ provide: TestJob, useFactory: () => new TestJob() }] })
class JobModule {}

@Module({ imports: [JobModule] })
class AppModule {}

it('starts the jobs of imported modules, which run neither before nor after the application has closed', async () => {
  jest.useFakeTimers();
  try {
    const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
    await jest.advanceTimersByTimeAsync(halfHour);
    expect(step).not.toHaveBeenCalled();
    startPeriodicJobs(app);
    await jest.advanceTimersByTimeAsync(halfHour);
    const { length } = step.mock.calls;
    expect(length).toBeGreaterThan(0);
    await app.close();
    await jest.advanceTimersByTimeAsync(halfHour);
    expect(step).toHaveBeenCalledTimes(length);
  } finally {
    jest.useRealTimers();
  }
});
