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

/**
 * Validates a parsed JSON body by the decorators `ValidAs` of a request class, and returns an instance of the class.
 * @throws RequestError invalid_body with all faults in one message
 */
export function validateBody<Body extends object>(type: new () => Body, sent: unknown): Body {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw new RequestError(platformErrors.invalid_body, 'The body must be a JSON object.');
  }
  const body = plainToInstance(type, withoutNestedValues(type, sent), { excludeExtraneousValues: true });
  const faults = validateSync(body).flatMap(({ constraints }) => Object.values(constraints ?? {}));
  if (faults.length > 0) throw new RequestError(platformErrors.invalid_body, `${faults.join('; ')}.`);
  return body;
}

/** Names of the validated members, by request class: a cache, because class-validator collects them on each call. */
const validatedMembers = new WeakMap<object, readonly string[]>();

/**
 * The validated members of the body, with an empty object for each nested object or array, which no member may be.
 * class-transformer copies nested values before validation, which took 50 ms for 100 kB.
 */
function withoutNestedValues(type: new () => object, sent: object): object {
  let names = validatedMembers.get(type);
  if (!names) {
    const checks = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
    validatedMembers.set(type, (names = checks.map(({ propertyName }) => propertyName)));
  }
  const flat: Record<string, unknown> = {};
  for (const name of names) {
    if (!Object.hasOwn(sent, name)) continue;
    const value: unknown = sent[name as never];
    flat[name] = typeof value === 'object' && value !== null ? {} : value;
  }
  return flat;
}
