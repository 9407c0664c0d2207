import type { FactoryProvider } from '@nestjs/common';

/** A class, also an abstract one, as the token of a provider. */
type Token<Instance> = abstract new (...parameters: never) => Instance;

/**
 * Returns the provider of a class without decorators, as the inner layers have them.
 * @param inject the tokens of the parameters of its constructor
 * @param token what injects it: by default the class itself
 */
export function provide<Instance, Parameters extends readonly unknown[]>(
  type: new (...parameters: Parameters) => Instance,
  inject: { readonly [Index in keyof Parameters]: Token<Parameters[Index]> },
  token: Token<Instance> = type,
): FactoryProvider<Instance> {
  return { provide: token, useFactory: (...parameters) => new type(...(parameters as never)), inject: [...inject] };
}
