import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Batching } from '@petstore/database';
import { DeprecationGuard } from '@petstore/http/nest/deprecation.guard';
import { provide } from '@petstore/http/nest/providers';
import { DataSource } from 'typeorm';
import { modules } from './contexts.ts';
import { PurgeIdempotencyKeysJob } from './idempotency/purge-idempotency-keys.job.ts';

// Nest calls the guards of this module before those of the modules that it imports.
@Module({
  imports: modules,
  providers: [{ provide: APP_GUARD, useClass: DeprecationGuard }, provide(PurgeIdempotencyKeysJob, DataSource)],
})
export class AppModule {
  /** @param dataSource is not closed by the module */
  static on(dataSource: DataSource, batching = Batching.on): DynamicModule {
    const providers = [
      { provide: DataSource, useValue: dataSource },
      { provide: Batching, useValue: batching },
    ];
    return { module: AppModule, global: true, providers, exports: [DataSource, Batching] };
  }
}
