import { InvalidValue } from './invalid-value.ts';

/**
 * Returns the rules of a text that may only be one of a few values. The type `Value` is the union of these values.
 * @param code of the error `InvalidValue` for other values
 * @param field name of the field
 * @param values case-sensitive
 */
export function enumeration<const Value extends string>(code: string, field: string, values: readonly Value[]) {
  const known = new Set<unknown>(values);
  const isKnown = (value: unknown): value is Value => known.has(value);
  const allowed = `one of ${values.join(', ')}`;
  return {
    values,
    allowed,

    /** @throws InvalidValue if the value breaks the rule in `allowed` */
    of(value: unknown): Value {
      if (isKnown(value)) return value;
      throw new InvalidValue(code, field, value, allowed);
    },

    /** Returns a stored value. @throws Error if it is unknown, because another program changed the storage */
    restore(stored: string): Value {
      if (isKnown(stored)) return stored;
      throw new Error(`the stored ${field} ${stored} is unknown`);
    },
  };
}
