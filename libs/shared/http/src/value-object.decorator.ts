import { DomainError, type ValueObject } from '@petstore/kernel';
import { ValidateBy } from 'class-validator';

/**
 * Property decorator of class-validator: the value object must accept the value. The rule and its message stand in the value
 * object only, so the domain and the DTO cannot differ.
 * @param options.optional whether the member may be missing. `null` is not missing, unlike for `IsOptional`.
 */
export function IsValueObject(valueObject: ValueObject<unknown>, { optional = false } = {}): PropertyDecorator {
  const context: ValueObjectRule = {
    accepts: (value) => (value === undefined && optional) || errorOf(valueObject, value) === undefined,
  };
  return ValidateBy(
    {
      name: 'isValueObject',
      validator: {
        validate: context.accepts,
        defaultMessage: (parameters) => errorOf(valueObject, parameters?.value)!.message,
      },
    },
    { context },
  );
}

/** The `context` of the rule in class-validator's metadata. */
export interface ValueObjectRule {
  readonly accepts: (value: unknown) => boolean;
}

/** @throws errors that are not about the value */
function errorOf(valueObject: ValueObject<unknown>, value: unknown): DomainError | undefined {
  try {
    valueObject.of(value);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}
