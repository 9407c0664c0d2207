import type { FactoryProvider, InjectionToken } from '@nestjs/common';

/** A class that identifies a provider: the class of the instance, or the abstract class that is its port. */
type Token<T> = abstract new (...parameters: never) => T;

type Tokens<T extends readonly unknown[]> = { [Index in keyof T]: Token<T[Index]> };

/**
 * Returns a Nest provider for a class that has no Nest decorators.
 * @param inject tokens of the constructor's parameters, in their order. The compiler checks them.
 */
export function provide<T, P extends readonly unknown[]>(
  type: new (...parameters: [...P]) => T,
  ...inject: Tokens<P>
): FactoryProvider<T> {
  return bind(type as Token<T>, type, ...inject);
}

/**
 * Returns a Nest provider for the adapter of a port.
 * @param inject as for `provide`
 */
export function bind<T, P extends readonly unknown[]>(
  port: Token<T>,
  adapter: new (...parameters: [...P]) => T,
  ...inject: Tokens<P>
): FactoryProvider<T> {
  const useFactory = (...parameters: unknown[]) => new adapter(...(parameters as unknown as [...P]));
  return { provide: port as InjectionToken, useFactory, inject: [...inject] as InjectionToken[] };
}
