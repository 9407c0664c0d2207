import { DomainError } from './domain-error.ts';

/**
 * Calls every parser and returns the results under the same names. Collects the errors, so that the caller gets all
 * validation errors of a record at once.
 * @param combine creates one error from the collected errors, which have the order of the parsers
 * @throws the error of `combine` if a parser has thrown a DomainError
 * @throws any other error of a parser immediately
 */
export function collectErrors<Values extends object>(
  parsers: { readonly [Name in keyof Values]: () => Values[Name] },
  combine: (errors: readonly DomainError[]) => Error,
): Values {
  const values: Partial<Values> = {};
  const errors: DomainError[] = [];
  for (const name of Object.keys(parsers) as (keyof Values)[]) {
    try {
      values[name] = parsers[name]();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      errors.push(error);
    }
  }
  if (errors.length > 0) throw combine(errors);
  return values as Values;
}
