import type { INestApplication, NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Application } from 'express';
import type { DataSource } from 'typeorm';
import { AppModule } from './app.module.ts';
import type { Config } from './config.ts';
import { serveDocs } from './docs/serve-docs.ts';
import { serveHealth } from './health/serve-health.ts';
import type { Readiness } from './health/readiness.ts';
import { noteClientAddresses } from './http/client-address.ts';
import { ErrorFilter } from './http/error.filter.ts';
import { HttpAdapter } from './http/http-adapter.ts';
import { nestLogger, type Log } from './log.ts';
import { logRequests } from './logging/access-log.ts';
import { logRefusedConnections } from './logging/refused-connections.ts';
import { versionPrefix } from './paths.ts';
import type { RateLimit } from './rate-limit/rate-limit.ts';

/** The service, ready to listen. */
export async function createApp(
  config: Config,
  dataSource: DataSource,
  readiness: Readiness,
  log: Log,
): Promise<INestApplication> {
  const app = await NestFactory.create(AppModule.on(dataSource), new HttpAdapter(config), nestOptions(log));
  return configure(app, config, readiness, log);
}

/** Nest's body parser is off: it would read bodies before the guard has seen the key. */
export function nestOptions(log: Log): NestApplicationOptions {
  return { bodyParser: false, logger: nestLogger(log), abortOnError: false };
}

/** All that the service is beside its modules; the tests give it modules on fakes. */
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
    serveDocs(app, config);
    serveHealth(app, readiness);
  });
  return app.init();
}

/** Behind the guard of keys, which the modules brought. What counts is loaded only where something is to be counted. */
async function limitRate(app: INestApplication, limit: RateLimit): Promise<void> {
  const { RateLimitGuard } = await import('./rate-limit/rate-limit.guard.ts');
  app.useGlobalGuards(new RateLimitGuard(limit));
}
