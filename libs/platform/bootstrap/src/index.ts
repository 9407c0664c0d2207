export type { ApplicationOptions, DocumentTexts } from './application-options.ts';
export { configureApplication, createApplication, nestOptions, type Reporting } from './create-application.ts';
export { metricsOptions, type ProcessMetrics } from './metrics-options.ts';
export { openApiTexts } from './openapi-texts.ts';
export { RootModule } from './root.module.ts';
export { runService, type StartedService } from './run-service.ts';
export { readServiceSettings, requireAtLeast, type ServiceSettings } from './service-settings.ts';
export { Service, type Dependency, type ServiceOptions } from './service.ts';
