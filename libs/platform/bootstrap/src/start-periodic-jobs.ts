import type { INestApplicationContext } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { PeriodicJob } from '@petstore/http/nest/periodic.job';

/** Starts the periodic jobs of all modules of an application. */
export function startPeriodicJobs(app: INestApplicationContext): void {
  for (const { providers } of app.get(ModulesContainer).values()) {
    for (const { instance } of providers.values()) {
      if (instance instanceof PeriodicJob) instance.start();
    }
  }
}
