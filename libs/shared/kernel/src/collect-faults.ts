import { DomainError } from './domain-error.ts';

/**
 * Calls every parser and returns the results under the same names, so that a caller learns all faults of a record at once.
 * @param refuse makes the error from the faults, which are in the order of the parsers
 * @throws the error of `refuse` when a parser has thrown a DomainError; any other error of a parser immediately
 */
export function collectFaults<Values extends object>(
  parsers: { readonly [Name in keyof Values]: () => Values[Name] },
  refuse: (faults: readonly DomainError[]) => Error,
): Values {
  const values: Partial<Values> = {};
  const faults: DomainError[] = [];
  for (const name of Object.keys(parsers) as (keyof Values)[]) {
    try {
      values[name] = parsers[name]();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      faults.push(error);
    }
  }
  if (faults.length > 0) throw refuse(faults);
  return values as Values;
}
