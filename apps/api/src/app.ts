import type { INestApplication, NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Application, NextFunction, Request, Response } from 'express';
import type { DataSource } from 'typeorm';
import { AppModule } from './app.module.ts';
import type { Config } from './config.ts';
import { serveDocs } from './docs/serve-docs.ts';
import { serveHealth } from './health/serve-health.ts';
import type { Readiness } from './health/readiness.ts';
import { allowOrigins } from './http/cross-origin.ts';
import { ErrorFilter } from './http/error.filter.ts';
import { HttpAdapter } from './http/http-adapter.ts';
import { giveRequestId } from './http/request-id.ts';
import { RequestPipe } from './http/request.pipe.ts';
import { requireReadable } from './http/require-readable.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { nestLogger, type Log } from './log.ts';
import { logRequests } from './logging/access-log.ts';
import { versionPrefix } from './paths.ts';
import type { RateLimit } from './rate-limit/rate-limit.ts';

/** The service, ready to listen. */
export async function createApp(
  config: Config,
  dataSource: DataSource,
  readiness: Readiness,
  log: Log,
): Promise<INestApplication> {
  const app = await NestFactory.create(AppModule.on(dataSource), new HttpAdapter(config.httpLimits), nestOptions(log));
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
  logRequests(app.getHttpServer(), log);
  const { corsOrigins, rateLimit, trustedProxies } = config;
  const express: Application = app.getHttpAdapter().getInstance();
  express.set('trust proxy', trustedProxies ?? false);
  app.use(giveRequestId, setSecurityHeaders);
  if (corsOrigins.length > 0) app.use(allowOrigins(corsOrigins));
  app.use(requireReadable);
  app.use(versionPrefix, (_request: Request, response: Response, next: NextFunction) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  app.setGlobalPrefix(versionPrefix);
  app.useGlobalFilters(new ErrorFilter(log));
  app.useGlobalPipes(new RequestPipe());
  if (rateLimit) await limitRate(app, rateLimit);
  serveDocs(app, config);
  serveHealth(app, readiness);
  return app.init();
}

/** Behind the guard of keys, which the modules brought. What counts is loaded only where something is to be counted. */
async function limitRate(app: INestApplication, limit: RateLimit): Promise<void> {
  const { RateLimitGuard } = await import('./rate-limit/rate-limit.guard.ts');
  app.useGlobalGuards(new RateLimitGuard(limit));
}
