import type { INestApplicationContext, Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';

/**
 * Returns the providers of all modules of an application that are instances of the class.
 * @param type class, which can be abstract
 */
export function providersOf<T>(app: INestApplicationContext, type: { readonly prototype: T }): T[] {
  const isInstance = (instance: unknown): instance is T => instance instanceof (type as unknown as Type);
  return [...app.get(ModulesContainer).values()].flatMap(({ providers }) =>
    [...providers.values()].map(({ instance }): unknown => instance).filter(isInstance),
  );
}
