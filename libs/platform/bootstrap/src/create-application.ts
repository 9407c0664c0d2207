import type { INestApplication, NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { serveHealth } from '@petstore/http/health/health-routes';
import type { Readiness } from '@petstore/http/health/readiness';
import { ErrorFilter } from '@petstore/http/nest/error.filter';
import { HttpAdapter } from '@petstore/http/nest/http-adapter';
import { nestLogger } from '@petstore/http/nest/nest-logger';
import { WriteAccessGuard } from '@petstore/http/nest/write-access.guard';
import type { RateLimit } from '@petstore/http/rate-limit/rate-limit';
import type { Logger } from '@petstore/http/server/logger';
import { serveDocs } from '@petstore/openapi/ui/serve-documentation';
import { logRequests } from '@petstore/telemetry/access-log/access-log';
import { logRefusedConnections } from '@petstore/telemetry/access-log/refused-connections';
import type { Log } from '@petstore/telemetry/log/log';
import type { ApplicationOptions } from './application-options.ts';
import { loadDocumentOptions } from './document-options.ts';
import { RootModule } from './root.module.ts';

/** The readiness and the log of a running application. */
export interface Reporting {
  readonly readiness: Readiness;
  readonly log: Log;
}

/** Creates an initialised application, ready to listen. */
export async function createApplication(options: ApplicationOptions, reporting: Reporting): Promise<INestApplication> {
  const adapter = new HttpAdapter(options.http);
  const app = await NestFactory.create(RootModule.of(options), adapter, nestOptions(reporting.log));
  return configureApplication(app, options, reporting);
}

/**
 * Returns the options of Nest for our adapter. They turn off Nest's body parser, because it would read bodies before the
 * guards run.
 * @param logger gets the messages of Nest; if it is undefined, they are dropped
 */
export function nestOptions(logger?: Logger): NestApplicationOptions {
  return { bodyParser: false, logger: logger ? nestLogger(logger) : false, abortOnError: false };
}

/**
 * Adds logging, the error filter, the rate limit, the guard of write access, the documentation and the health probes. Then initialises the application.
 * @param app application of a RootModule, with our HttpAdapter
 */
export async function configureApplication(
  app: INestApplication,
  options: ApplicationOptions,
  { readiness, log }: Reporting,
): Promise<INestApplication> {
  const { pathPrefix, errors, rateLimit } = options;
  logRequests(app.getHttpServer(), log);
  logRefusedConnections(app.getHttpServer(), log);
  app.setGlobalPrefix(pathPrefix);
  app.useGlobalFilters(new ErrorFilter(errors, log));
  if (rateLimit) await limitRate(app, rateLimit);
  // After the rate limit, so that refused writes count.
  app.useGlobalGuards(new WriteAccessGuard());
  const adapter = app.getHttpAdapter() as HttpAdapter;
  adapter.addFallbackRoutes(() => {
    serveDocs(app, () => loadDocumentOptions(options));
    serveHealth(app, readiness);
  });
  return app.init();
}

/**
 * Adds the guard of the rate limit. Nest runs it after the guards of the modules, which authenticate. The rate limiter is
 * imported only if there is a limit.
 */
async function limitRate(app: INestApplication, limit: RateLimit): Promise<void> {
  const { RateLimitGuard } = await import('@petstore/http/rate-limit/rate-limit.guard');
  app.useGlobalGuards(new RateLimitGuard(limit));
}
