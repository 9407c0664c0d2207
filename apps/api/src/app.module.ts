import { Module, type DynamicModule } from '@nestjs/common';
import { Batching } from '@petstore/database';
import { provide } from '@petstore/http/nest/providers';
import { DataSource } from 'typeorm';
import { PurgeIdempotencyKeysJob } from './idempotency/purge-idempotency-keys.job.ts';

/** What every context needs: the database. */
@Module({ providers: [provide(PurgeIdempotencyKeysJob, DataSource)] })
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
