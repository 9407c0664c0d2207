import { DomainError } from '@petstore/kernel';
import { ValidateBy } from 'class-validator';

interface ValueObject {
  of(value: unknown): unknown;
}

/** The property must be what the value object accepts; the value object's own words say so when it is not. */
export function Holds(valueObject: ValueObject, { optional = false } = {}): PropertyDecorator {
  return ValidateBy({
    name: 'holds',
    validator: {
      validate: (value) => (optional && value === undefined) || faultOf(valueObject, value) === undefined,
      defaultMessage: (parameters) => faultOf(valueObject, parameters?.value) ?? '',
    },
  });
}

function faultOf(valueObject: ValueObject, value: unknown): string | undefined {
  try {
    valueObject.of(value);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}
