import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { DeprecationGuard } from '@petstore/http/nest/deprecation.guard';
import type { ApplicationOptions } from './application-options.ts';

/**
 * The module that imports the modules of an application. Nest first calls the guards of this module, then those of the
 * imported modules in the order of the imports.
 */
@Module({ providers: [{ provide: APP_GUARD, useClass: DeprecationGuard }] })
export class RootModule {
  static of({ module, contexts }: Pick<ApplicationOptions, 'module' | 'contexts'>): DynamicModule {
    return { module: RootModule, imports: [module, ...contexts.map((context) => context.module)] };
  }
}
