import { Module, type DynamicModule } from '@nestjs/common';
import { Batching } from '@petstore/database';
import { provide } from '@petstore/http/nest/providers';
import { DataSource } from 'typeorm';
import type { Config } from './config.ts';
import { PurgeIdempotencyKeysJob } from './idempotency/purge-idempotency-keys.job.ts';

/** Provides the database and the setting BATCHING to every context, and runs the jobs of the database. */
@Module({ providers: [provide(PurgeIdempotencyKeysJob, DataSource)] })
export class AppModule {
  /** @param dataSource the caller closes it, not the module */
  static forRoot(dataSource: DataSource, { batching }: Pick<Config, 'batching'>): DynamicModule {
    const providers = [
      { provide: DataSource, useValue: dataSource },
      { provide: Batching, useValue: batching },
    ];
    return { module: AppModule, global: true, providers, exports: providers };
  }
}
