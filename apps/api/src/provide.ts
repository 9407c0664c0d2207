import type { FactoryProvider } from '@nestjs/common';

/** A class, also an abstract one, as the token of a provider. */
type Token<Provided> = abstract new (...parameters: never) => Provided;

/**
 * Returns the provider of a class without decorators, as the inner layers have them.
 * @param inject the tokens of the parameters of its constructor
 * @param token what injects it: by default the class itself
 */
export function provide<Provided, Parameters extends readonly unknown[]>(
  type: new (...parameters: Parameters) => NoInfer<Provided>,
  inject: { readonly [Index in keyof Parameters]: Token<Parameters[Index]> },
  token: Token<Provided> = type,
): FactoryProvider<Provided> {
  return { provide: token, useFactory: (...parameters) => new type(...(parameters as never)), inject: [...inject] };
}
