import { Module, type DynamicModule } from '@nestjs/common';
import { Batching } from '@petstore/database';
import { provide } from '@petstore/http/nest/providers';
import { DataSource } from 'typeorm';
import type { Config } from './config.ts';
import { PurgeIdempotencyKeysJob } from './idempotency/purge-idempotency-keys.job.ts';
import { Tuning } from './tuning.ts';

/** Provides the database and the settings BATCHING and TUNING to every context, and runs the jobs of the database. */
@Module({ providers: [provide(PurgeIdempotencyKeysJob, DataSource)] })
export class AppModule {
  /** @param dataSource the caller closes it, not the module */
  static forRoot(dataSource: DataSource, { batching, tuning }: Pick<Config, 'batching' | 'tuning'>): DynamicModule {
    const providers = [
      { provide: DataSource, useValue: dataSource },
      { provide: Batching, useValue: batching },
      { provide: Tuning, useValue: new Tuning(tuning) },
    ];
    return { module: AppModule, global: true, providers, exports: providers };
  }
}
