import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { DeprecationGuard } from '@petstore/http/nest/deprecation.guard';
import { DataSource } from 'typeorm';
import { AuthModule } from './auth/auth.module.ts';
import { PetsModule } from './pets/pets.module.ts';

// Nest asks this module's guards before those of the modules it imports.
@Module({ imports: [AuthModule, PetsModule], providers: [{ provide: APP_GUARD, useClass: DeprecationGuard }] })
export class AppModule {
  /** @param dataSource whoever opens it closes it */
  static on(dataSource: DataSource): DynamicModule {
    const database = { provide: DataSource, useValue: dataSource };
    return { module: AppModule, global: true, providers: [database], exports: [DataSource] };
  }
}
