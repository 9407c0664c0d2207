import type { ApplicationOptions } from '@petstore/bootstrap';
import type { DataSource } from 'typeorm';
import { AppModule } from './app.module.ts';
import { isSecret } from './auth/is-secret.ts';
import type { Config } from './config.ts';
import { servedContexts } from './contexts.ts';
import { documentTexts } from './document-texts.ts';
import { versionPrefix } from './paths.ts';
import { version } from './version.ts';

/** Creates the options that this application passes to the platform. */
export function applicationOptions(config: Config, dataSource: DataSource): ApplicationOptions {
  const { httpLimits, corsOrigins, trustedProxies, tuning, logClientAddress: recordClientAddress } = config;
  return {
    version,
    module: AppModule.forRoot(dataSource, config),
    ...servedContexts(config.beta),
    http: { httpLimits, corsOrigins, ...(trustedProxies && { trustedProxies }), tuning, recordClientAddress, isSecret },
    pathPrefix: versionPrefix,
    rateLimit: config.rateLimit,
    document: documentTexts(config.deployments),
  };
}
