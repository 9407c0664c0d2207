import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { DeprecationGuard } from '@petstore/http/nest/deprecation.guard';
import type { ApplicationOptions } from './application-options.ts';

/**
 * The platform's module around those of an application. Nest calls its guards before those of imported modules, and theirs in
 * the order of the imports.
 */
@Module({ providers: [{ provide: APP_GUARD, useClass: DeprecationGuard }] })
export class RootModule {
  static of({ module, contexts }: Pick<ApplicationOptions, 'module' | 'contexts'>): DynamicModule {
    return { module: RootModule, imports: [module, ...contexts.map((context) => context.module)] };
  }
}
