export type { ApplicationOptions, DocumentTexts } from './application-options.ts';
export { configureApplication, createApplication, nestOptions, type Reporting } from './create-application.ts';
export { metricsOptions, type ProcessMetrics } from './metrics-options.ts';
export { openApiTexts } from './openapi-texts.ts';
export { RootModule } from './root.module.ts';
export { ApplicationServer, type Dependency, type ApplicationServerOptions } from './application-server.ts';
export { startPeriodicJobs } from './start-periodic-jobs.ts';
