import type { INestApplication, NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import type { DataSource } from 'typeorm';
import { AppModule } from './app.module.ts';
import type { Config } from './config.ts';
import { serveDocs } from './docs/serve-docs.ts';
import { ErrorFilter } from './http/error.filter.ts';
import { HttpAdapter } from './http/http-adapter.ts';
import { giveRequestId } from './http/request-id.ts';
import { RequestPipe } from './http/request.pipe.ts';
import { requireReadable } from './http/require-readable.ts';
import { nestLogger, type Log } from './log.ts';
import { logRequests } from './logging/access-log.ts';
import { versionPrefix } from './paths.ts';

/** The service, ready to listen. */
export async function createApp(config: Config, dataSource: DataSource, log: Log): Promise<INestApplication> {
  const app = await NestFactory.create(AppModule.on(dataSource), new HttpAdapter(), nestOptions(log));
  return configure(app, config, log);
}

/** Nest's body parser is off: it would read bodies before the guard has seen the key. */
export function nestOptions(log: Log): NestApplicationOptions {
  return { bodyParser: false, logger: nestLogger(log), abortOnError: false };
}

/** All that the service is beside its modules; the tests give it modules on fakes. */
export async function configure(app: INestApplication, config: Config, log: Log): Promise<INestApplication> {
  logRequests(app.getHttpServer(), log);
  app.use(giveRequestId, requireReadable);
  app.use(versionPrefix, (_request: Request, response: Response, next: NextFunction) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  app.setGlobalPrefix(versionPrefix);
  app.useGlobalFilters(new ErrorFilter(log));
  app.useGlobalPipes(new RequestPipe());
  serveDocs(app, config);
  return app.init();
}
