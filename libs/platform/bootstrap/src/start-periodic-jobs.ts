import type { INestApplicationContext } from '@nestjs/common';
import { PeriodicJob } from '@petstore/http/nest/periodic.job';
import { providersOf } from './providers-of.ts';

/** Starts the periodic jobs of all modules of an application. */
export function startPeriodicJobs(app: INestApplicationContext): void {
  for (const job of providersOf(app, PeriodicJob)) job.start();
}
