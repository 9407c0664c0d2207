import type { FactoryProvider, InjectionToken } from '@nestjs/common';

/** What an instance is asked for by: its class, or the port it stands behind. */
type Token<T> = abstract new (...parameters: never) => T;

type Tokens<T extends readonly unknown[]> = { [Index in keyof T]: Token<T[Index]> };

/** A plain class, built with what its constructor takes, in that order: the compiler checks both. */
export function provide<T, P extends readonly unknown[]>(
  type: new (...parameters: [...P]) => T,
  ...inject: Tokens<P>
): FactoryProvider<T> {
  return bind(type as Token<T>, type, ...inject);
}

/** The adapter that stands behind a port, built with what its constructor takes. */
export function bind<T, P extends readonly unknown[]>(
  port: Token<T>,
  adapter: new (...parameters: [...P]) => T,
  ...inject: Tokens<P>
): FactoryProvider<T> {
  const useFactory = (...parameters: unknown[]) => new adapter(...(parameters as unknown as [...P]));
  return { provide: port as InjectionToken, useFactory, inject: [...inject] as InjectionToken[] };
}
