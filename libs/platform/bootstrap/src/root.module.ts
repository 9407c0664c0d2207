import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { DeprecationGuard } from '@petstore/http/nest/deprecation.guard';

/** A module of Nest, with or without parameters. */
export type ModuleDefinition = Type | DynamicModule;

/** The platform's module around the module of an application. Nest calls its guards before those of imported modules. */
@Module({ providers: [{ provide: APP_GUARD, useClass: DeprecationGuard }] })
export class RootModule {
  static with(module: ModuleDefinition): DynamicModule {
    return { module: RootModule, imports: [module] };
  }
}
