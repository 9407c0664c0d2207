import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { DeprecationGuard } from '@petstore/http/nest/deprecation.guard';
import { DataSource } from 'typeorm';
import { modules } from './contexts.ts';

// Nest calls the guards of this module before those of the modules that it imports.
@Module({ imports: modules, providers: [{ provide: APP_GUARD, useClass: DeprecationGuard }] })
export class AppModule {
  /** @param dataSource is not closed by the module */
  static on(dataSource: DataSource): DynamicModule {
    const database = { provide: DataSource, useValue: dataSource };
    return { module: AppModule, global: true, providers: [database], exports: [DataSource] };
  }
}
