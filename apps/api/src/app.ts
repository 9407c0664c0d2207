import type { INestApplication, NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { serveHealth } from '@petstore/http/health/health-routes';
import type { Readiness } from '@petstore/http/health/readiness';
import { ErrorFilter } from '@petstore/http/nest/error.filter';
import { HttpAdapter } from '@petstore/http/nest/http-adapter';
import { nestLogger } from '@petstore/http/nest/nest-logger';
import type { RateLimit } from '@petstore/http/rate-limit/rate-limit';
import type { Logger } from '@petstore/http/server/logger';
import { serveDocs } from '@petstore/openapi/ui/serve-documentation';
import type { DataSource } from 'typeorm';
import { AppModule } from './app.module.ts';
import { isSecret } from './auth/is-secret.ts';
import type { Config } from './config.ts';
import { errorCatalogue } from './contexts.ts';
import { logRequests } from '@petstore/telemetry/access-log/access-log';
import type { Log } from '@petstore/telemetry/log/log';
import { logRefusedConnections } from '@petstore/telemetry/access-log/refused-connections';
import { versionPrefix } from './paths.ts';

/** Creates the service, ready to listen. */
export async function createApp(
  config: Config,
  dataSource: DataSource,
  readiness: Readiness,
  log: Log,
): Promise<INestApplication> {
  const app = await NestFactory.create(AppModule.on(dataSource), createHttpAdapter(config), nestOptions(log));
  return configure(app, config, readiness, log);
}

export function createHttpAdapter(config: Config): HttpAdapter {
  return new HttpAdapter({ ...config, recordClientAddress: config.logClientAddress, isSecret });
}

/**
 * Turns off Nest's body parser, because it would read bodies before the guard has checked the key.
 * @param logger gets Nest's own messages; without it they are dropped
 */
export function nestOptions(logger?: Logger): NestApplicationOptions {
  return { bodyParser: false, logger: logger ? nestLogger(logger) : false, abortOnError: false };
}

/** Adds everything but the modules, which the tests replace, and initialises the service. */
export async function configure(
  app: INestApplication,
  config: Config,
  readiness: Readiness,
  log: Log,
): Promise<INestApplication> {
  logRequests(app.getHttpServer(), log);
  logRefusedConnections(app.getHttpServer(), log);
  app.setGlobalPrefix(versionPrefix);
  app.useGlobalFilters(new ErrorFilter(errorCatalogue, log));
  if (config.rateLimit) await limitRate(app, config.rateLimit);
  const adapter = app.getHttpAdapter() as HttpAdapter;
  adapter.addFallbackRoutes(() => {
    serveDocs(app, async () => (await import('./document-options.ts')).documentOptions(config.deployments));
    serveHealth(app, readiness);
  });
  return app.init();
}

/** Runs after the guard of keys, which the modules add. The rate limiter is loaded only if there is a limit. */
async function limitRate(app: INestApplication, limit: RateLimit): Promise<void> {
  const { RateLimitGuard } = await import('@petstore/http/rate-limit/rate-limit.guard');
  app.useGlobalGuards(new RateLimitGuard(limit));
}
