import type { ApplicationOptions } from '@petstore/bootstrap';
import { isSecret } from './auth/is-secret.ts';
import type { Config } from './config.ts';
import { errorCatalogue } from './contexts.ts';
import { versionPrefix } from './paths.ts';

/** The options of this application for the platform. */
export function applicationOptions(config: Config): ApplicationOptions {
  return {
    http: { ...config, recordClientAddress: config.logClientAddress, isSecret },
    pathPrefix: versionPrefix,
    errors: errorCatalogue,
    rateLimit: config.rateLimit,
    loadDocumentOptions: async () => (await import('./document-options.ts')).documentOptions(config.deployments),
  };
}
