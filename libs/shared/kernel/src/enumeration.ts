import { InvalidValue } from './invalid-value.ts';
import type { ValueObject } from './value-object.ts';

/** The rules of a text that has few allowed values. The values are literal types. */
export interface Enumeration<Value extends string> extends ValueObject<Value> {
  readonly values: readonly Value[];

  /** Returns a stored value. @throws Error if it is unknown, because another program changed the storage */
  restore(stored: string): Value;
}

/**
 * @param code of the error `InvalidValue` for other values
 * @param field name of the field
 * @param values case-sensitive
 */
export function enumeration<const Value extends string>(
  code: string,
  field: string,
  values: readonly Value[],
): Enumeration<Value> {
  const known = new Set<unknown>(values);
  const isKnown = (value: unknown): value is Value => known.has(value);
  const allowed = `one of ${values.join(', ')}`;
  return {
    values,
    allowed,
    of(value) {
      if (isKnown(value)) return value;
      throw new InvalidValue(code, field, value, allowed);
    },
    restore(stored) {
      if (isKnown(stored)) return stored;
      throw new Error(`the stored ${field} ${stored} is unknown`);
    },
  };
}
