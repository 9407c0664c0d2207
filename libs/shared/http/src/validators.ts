import { Int64, Int64Id } from '@petstore/kernel';
import { ValidateBy, ValidateIf, type ValidationArguments, type ValidationOptions } from 'class-validator';

/**
 * Options of a decorator of class-validator: its message is that of InvalidValue.
 * @param allowed the rule in words, from the value object in the domain
 */
export function mustBe(allowed: string): ValidationOptions {
  return {
    message: ({ property, value }: ValidationArguments) =>
      value === undefined ? `${property} is required: it must be ${allowed}` : `${property} must be ${allowed}`,
  };
}

/** The member may be absent. Unlike with `IsOptional`, null is invalid. */
export function MayBeAbsent(): PropertyDecorator {
  return ValidateIf((_dto, value) => value !== undefined);
}

/** A member of a body that is an int64. `IsInt`, `Min` and `Max` refuse every bigint. */
export function IsInt64(): PropertyDecorator {
  const validate = (value: unknown) => Int64.fromValue(value) !== undefined;
  return ValidateBy({ name: 'isInt64', validator: { validate } }, mustBe(Int64Id.allowed));
}

/** A query parameter that is an int64 in its canonical spelling. */
export function IsInt64Text(): PropertyDecorator {
  const validate = (value: unknown) => typeof value === 'string' && Int64.fromText(value) !== undefined;
  return ValidateBy({ name: 'isInt64Text', validator: { validate } }, mustBe(Int64Id.allowed));
}
