import { DomainError, InvalidValue, type ValueObject } from '@petstore/kernel';
import { Expose, plainToInstance, Transform } from 'class-transformer';
import { getMetadataStorage, ValidateBy, validateSync } from 'class-validator';
import { platformErrors } from '../response/platform-errors.ts';
import { RequestError } from '../response/request-error.ts';

/** Type of a JSON value. `integer` includes the bigints of `parseJson`. */
export type JsonType = 'string' | 'integer';

type PropertyOf<Value> = <Name extends string>(
  request: { readonly [Member in Name]?: Value | undefined },
  name: Name,
) => void;

/**
 * Property decorator: declares the JSON type and the value object of a member of a request body. The property must have the
 * name of the member. `validateBody` sets the property to the value object's instance, or to undefined if the member is
 * optional and missing. It calls `of` at most once per member.
 * @param options.type JSON type of the member
 * @param options.optional whether the member may be missing
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
  // class-transformer cannot report an error. Therefore the error becomes the value, and class-validator reports it.
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

/**
 * Validates a parsed JSON body by the decorators `ValidAs` of a request class, and returns an instance of the class.
 * @throws RequestError invalid_body if the body is invalid; its message contains all errors
 */
export function validateBody<Body extends object>(type: new () => Body, sent: unknown): Body {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw new RequestError(platformErrors.invalid_body, 'The body must be a JSON object.');
  }
  const body = plainToInstance(type, withoutNestedValues(type, sent), { excludeExtraneousValues: true });
  const errors = validateSync(body).flatMap(({ constraints }) => Object.values(constraints ?? {}));
  if (errors.length > 0) throw new RequestError(platformErrors.invalid_body, `${errors.join('; ')}.`);
  return body;
}

/** Cache of the names of the validated members, by request class, because class-validator collects them on each call. */
const validatedMembers = new WeakMap<object, readonly string[]>();

/**
 * Returns the validated members of the body, with an empty object instead of each nested object or array. No member may be an
 * object or an array, and class-transformer needed 50 ms to copy nested values of 100 kB before validation.
 */
function withoutNestedValues(type: new () => object, sent: object): object {
  let names = validatedMembers.get(type);
  if (!names) {
    const validations = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
    validatedMembers.set(type, (names = validations.map(({ propertyName }) => propertyName)));
  }
  const flat: Record<string, unknown> = {};
  for (const name of names) {
    if (!Object.hasOwn(sent, name)) continue;
    const value: unknown = sent[name as never];
    flat[name] = typeof value === 'object' && value !== null ? {} : value;
  }
  return flat;
}
