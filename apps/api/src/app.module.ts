import { Module, type DynamicModule, type NestApplicationOptions, type OnApplicationShutdown } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, HttpAdapterHost } from '@nestjs/core';
import { ApiKeySecret } from '@petstore/access-domain';
import { Database, UnsupportedServer } from '@petstore/database';
import { Readiness } from '@petstore/operations/readiness';
import { DeprecationGuard } from '@petstore/http/headers/deprecation';
import { ErrorFilter } from '@petstore/http/error.filter';
import { RateLimitGuard } from '@petstore/http/rate-limit.guard';
import { GracefulShutdown } from '@petstore/edge/graceful-shutdown';
import type { HttpOptions } from '@petstore/edge/http-server';
import { nestLogger, type Log } from '@petstore/operations/log';
import { DtoValidationPipe } from '@petstore/http/validation.pipe';
import { AdoptionModule } from './adoption.module.ts';
import { ApiKeyGuard, WriteAccessGuard } from './auth/api-key.guard.ts';
import { AuthModule } from './auth/auth.module.ts';
import type { Settings } from './settings.ts';
import { features } from './features.ts';
import { DatabaseModule } from './database.module.ts';
import { httpErrors } from './errors.ts';
import { HealthController } from './health.controller.ts';
import { PurgeIdempotencyKeysJob } from './purge-idempotency-keys.job.ts';

export function httpOptions(settings: Settings): HttpOptions {
  return { ...settings, isSecret: (text) => ApiKeySecret.occursIn(text) };
}

/** Returns the options of Nest. Nest's body parser is off, because it would read a body before the guards run. */
export function nestOptions(log: Log): NestApplicationOptions {
  return { bodyParser: false, logger: nestLogger(log), abortOnError: false };
}

/** Returns what the operator must change. The message contains no address. */
function unsupportedReason(failure: unknown): string | undefined {
  return failure instanceof UnsupportedServer ? `The database cannot be used: ${failure.message}.` : undefined;
}

@Module({})
export class AppModule implements OnApplicationShutdown {
  constructor(private readonly database: Database) {}

  /** @param database the application closes it */
  static forRoot(settings: Settings, database: Database, log: Log): DynamicModule {
    return {
      module: AppModule,
      global: true,
      imports: [
        DatabaseModule.forRoot(database),
        AuthModule,
        ...Object.values(features).flatMap(({ modules }) => modules),
        ...(settings.beta
          ? [...Object.values(features).flatMap(({ betaModules }) => betaModules), AdoptionModule]
          : []),
      ],
      controllers: [HealthController],
      providers: [
        { provide: APP_FILTER, useValue: new ErrorFilter(httpErrors, log) },
        // Nest runs the guards in this order. The rate limit and write access need the verified key. Refused writes count for the limit.
        { provide: APP_GUARD, useClass: DeprecationGuard },
        { provide: APP_GUARD, useClass: ApiKeyGuard },
        ...(settings.rateLimit ? [{ provide: APP_GUARD, useValue: new RateLimitGuard(settings.rateLimit) }] : []),
        { provide: APP_GUARD, useClass: WriteAccessGuard },
        { provide: APP_PIPE, useClass: DtoValidationPipe },
        {
          provide: Readiness,
          useFactory: () => new Readiness(() => database.ping(), log, unsupportedReason),
        },
        {
          provide: GracefulShutdown,
          useFactory: (host: HttpAdapterHost) =>
            new GracefulShutdown(() => host.httpAdapter.getHttpServer(), settings.drainTimeout, log),
          inject: [HttpAdapterHost],
        },
        PurgeIdempotencyKeysJob,
      ],
    };
  }

  onApplicationShutdown(): Promise<void> {
    return this.database.close();
  }
}
