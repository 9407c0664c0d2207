import { DomainError, type ValueObject } from '@petstore/kernel';
import { ValidateBy } from 'class-validator';

/** The `context` of the decorator in class-validator's metadata. */
export interface ValueObjectRule {
  /** @throws DomainError if the value object does not accept the value */
  readonly parse: (value: unknown) => unknown;
}

/**
 * Property decorator of class-validator: the value object must accept the value, and `BodyValidationPipe` converts the member to
 * it. The rule and its message stand in the value object only, so the domain and the DTO cannot differ.
 * @param options.optional whether the member may be missing. `null` is not missing, unlike for `IsOptional`.
 */
export function IsValueObject(valueObject: ValueObject<unknown>, { optional = false } = {}): PropertyDecorator {
  const context: ValueObjectRule = {
    parse: (value) => (value === undefined && optional ? undefined : valueObject.of(value)),
  };
  const errorOf = (value: unknown): DomainError | undefined => {
    try {
      context.parse(value);
      return undefined;
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  };
  const validator = {
    validate: (value: unknown) => errorOf(value) === undefined,
    defaultMessage: (parameters?: { value: unknown }) => errorOf(parameters?.value)!.message,
  };
  return ValidateBy({ name: 'isValueObject', validator }, { context });
}
