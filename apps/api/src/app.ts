import type { INestApplication, NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Application } from 'express';
import type { DataSource } from 'typeorm';
import { AppModule } from './app.module.ts';
import { isSecret } from './auth/is-secret.ts';
import type { Config } from './config.ts';
import { serveDocs } from './docs/serve-docs.ts';
import { serveHealth } from './health/serve-health.ts';
import type { Readiness } from './health/readiness.ts';
import { noteClientAddresses } from './http/client-address.ts';
import { ErrorFilter } from './http/error.filter.ts';
import { HttpAdapter } from './http/http-adapter.ts';
import type { Logger } from './http/logger.ts';
import { nestLogger } from './http/nest-logger.ts';
import { logRequests } from './logging/access-log.ts';
import type { Log } from './logging/log.ts';
import { logRefusedConnections } from './logging/refused-connections.ts';
import { versionPrefix } from './paths.ts';
import type { RateLimit } from './rate-limit/rate-limit.ts';

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

export function createHttpAdapter({ httpLimits, corsOrigins }: Config): HttpAdapter {
  return new HttpAdapter({ httpLimits, corsOrigins, isSecret });
}

/** Turns off Nest's body parser, because it would read bodies before the guard has checked the key. */
export function nestOptions(logger: Logger): NestApplicationOptions {
  return { bodyParser: false, logger: nestLogger(logger), abortOnError: false };
}

/** Adds everything but the modules, which the tests replace, and initialises the service. */
export async function configure(
  app: INestApplication,
  config: Config,
  readiness: Readiness,
  log: Log,
): Promise<INestApplication> {
  const { logClientAddress, rateLimit, trustedProxies } = config;
  if (logClientAddress) noteClientAddresses(app.getHttpServer(), trustedProxies !== undefined);
  logRequests(app.getHttpServer(), log);
  logRefusedConnections(app.getHttpServer(), log);
  const express: Application = app.getHttpAdapter().getInstance();
  express.set('trust proxy', trustedProxies ?? false);
  app.setGlobalPrefix(versionPrefix);
  app.useGlobalFilters(new ErrorFilter(log));
  if (rateLimit) await limitRate(app, rateLimit);
  const adapter = app.getHttpAdapter() as HttpAdapter;
  adapter.addAfterOperations(() => {
    serveDocs(app, async () => (await import('./document-options.ts')).documentOptions(config.deployments));
    serveHealth(app, readiness);
  });
  return app.init();
}

/** Runs after the guard of keys, which the modules add. The rate limiter is loaded only if there is a limit. */
async function limitRate(app: INestApplication, limit: RateLimit): Promise<void> {
  const { RateLimitGuard } = await import('./rate-limit/rate-limit.guard.ts');
  app.useGlobalGuards(new RateLimitGuard(limit));
}
