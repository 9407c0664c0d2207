import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Batching } from '@petstore/database';
import { DeprecationGuard } from '@petstore/http/nest/deprecation.guard';
import { provide } from '@petstore/http/nest/providers';
import { DataSource } from 'typeorm';
import { AuthModule } from './auth/auth.module.ts';
import { PurgeIdempotencyKeysJob } from './idempotency/purge-idempotency-keys.job.ts';
import { PetsModule } from './pets/pets.module.ts';

// Nest asks this module's guards before those of the modules it imports.
@Module({
  imports: [AuthModule, PetsModule],
  providers: [{ provide: APP_GUARD, useClass: DeprecationGuard }, provide(PurgeIdempotencyKeysJob, DataSource)],
})
export class AppModule {
  /** @param dataSource the caller opens and closes it */
  static on(dataSource: DataSource, batching = Batching.on): DynamicModule {
    const providers = [
      { provide: DataSource, useValue: dataSource },
      { provide: Batching, useValue: batching },
    ];
    return { module: AppModule, global: true, providers, exports: [DataSource, Batching] };
  }
}
