import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { DeprecationGuard } from '@petstore/http/nest/deprecation.guard';
import { Tuning } from '@petstore/http/tuning/tuning';
import type { ApplicationOptions } from './application-options.ts';

/**
 * The module that imports the modules of an application. It provides Tuning to all of them. Nest first calls the guards of this module, then those of the
 * imported modules in the order of the imports.
 */
@Module({ providers: [{ provide: APP_GUARD, useClass: DeprecationGuard }] })
export class RootModule {
  static of({ module, contexts, http }: Pick<ApplicationOptions, 'module' | 'contexts' | 'http'>): DynamicModule {
    const providers = [{ provide: Tuning, useValue: new Tuning(http.tuning) }];
    const imports = [module, ...contexts.map((context) => context.module)];
    return { module: RootModule, global: true, imports, providers, exports: providers };
  }
}
