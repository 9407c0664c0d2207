import { Module, type DynamicModule } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuthModule } from './auth/auth.module.ts';
import { PetsModule } from './pets/pets.module.ts';

@Module({ imports: [AuthModule, PetsModule] })
export class AppModule {
  /** @param dataSource whoever opens it closes it */
  static on(dataSource: DataSource): DynamicModule {
    const database = { provide: DataSource, useValue: dataSource };
    return { module: AppModule, global: true, providers: [database], exports: [DataSource] };
  }
}
