import { DomainError, InvalidValue, type ValueObject } from '@petstore/kernel';
import { Expose, Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

/** Type of a JSON value. `integer` includes the bigints of `parseJson`. */
export type JsonType = 'string' | 'integer';

/** Decorates one property. */
type PropertyOf<Value> = <Name extends string>(
  request: { readonly [Member in Name]?: Value | undefined },
  name: Name,
) => void;

/**
 * Declares that a member of a request body has a JSON type and is parsed by a value object. After `validateBody`, the property
 * is the value object's instance, or undefined if the member is optional and missing. `of` is called at most once per member.
 * The property must have the name of the member.
 * @param optional the member may be missing
 */
export function ValidAs<Value>(
  valueObject: ValueObject<Value>,
  { type, optional = false }: { readonly type: JsonType; readonly optional?: boolean },
): PropertyOf<Value> {
  const parse = (value: unknown, name: string): Value | DomainError | undefined => {
    if (value === undefined && optional) return undefined;
    if (!hasType(value, type)) return new InvalidValue('invalid_body', name, value, valueObject.allowed);
    try {
      return valueObject.of(value);
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  };
  // class-transformer cannot report an error, so that it is stored as the value, and class-validator reports it.
  const decorators: readonly PropertyDecorator[] = [
    Expose(),
    Transform(({ value, key }) => parse(value, key)),
    ValidateBy({
      name: 'validAs',
      validator: {
        validate: (parsed) => !(parsed instanceof DomainError),
        defaultMessage: (parameters) => (parameters?.value as DomainError).message,
      },
    }),
  ];
  return (request, name) => {
    for (const decorate of decorators) decorate(request, name);
  };
}

function hasType(value: unknown, type: JsonType): boolean {
  if (type === 'string') return typeof value === 'string';
  return typeof value === 'bigint' || Number.isInteger(value);
}
