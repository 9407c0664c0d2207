import type { FactoryProvider, InjectionToken } from '@nestjs/common';

/** A class that identifies an instance: its own, or an abstract one that is its port. */
type Token<T> = abstract new (...parameters: never) => T;

type Tokens<T extends readonly unknown[]> = { [Index in keyof T]: Token<T[Index]> };

/**
 * Provides a class without decorators.
 * @param inject tokens of the constructor's parameters, in their order; the compiler checks them
 */
export function provide<T, P extends readonly unknown[]>(
  type: new (...parameters: [...P]) => T,
  ...inject: Tokens<P>
): FactoryProvider<T> {
  return bind(type as Token<T>, type, ...inject);
}

/** Provides the adapter of a port. The parameters are those of `provide`. */
export function bind<T, P extends readonly unknown[]>(
  port: Token<T>,
  adapter: new (...parameters: [...P]) => T,
  ...inject: Tokens<P>
): FactoryProvider<T> {
  const useFactory = (...parameters: unknown[]) => new adapter(...(parameters as unknown as [...P]));
  return { provide: port as InjectionToken, useFactory, inject: [...inject] as InjectionToken[] };
}
