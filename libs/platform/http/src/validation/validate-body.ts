import { DomainError, InvalidValue, type ValueObject } from '@petstore/kernel';
import { Expose, plainToInstance, Transform } from 'class-transformer';
import { getMetadataStorage, ValidateBy, validateSync } from 'class-validator';
import { platformErrors } from '../response/platform-errors.ts';
import { RequestError } from '../response/request-error.ts';
import type { Tuning } from '../tuning/tuning.ts';

/** Type of a JSON value. `integer` includes the bigints of `parseJson`. */
export type JsonType = 'string' | 'integer';

/** Returns the value object of a member, undefined if the member is optional and missing, or the error. */
type ParseMember = (value: unknown, name: string) => unknown;

/** A member of a request class. */
interface Member {
  readonly name: string;
  readonly parse: ParseMember;
}

type PropertyOf<Value> = <Name extends string>(
  request: { readonly [Member in Name]?: Value | undefined },
  name: Name,
) => void;

/**
 * Property decorator: declares the JSON type and the value object of a member of a request body. The property must have the
 * name of the member. `bodyValidator` sets the property to the value object's instance, or to undefined if the member is
 * optional and missing. It calls `of` at most once per member.
 * @param options.type JSON type of the member
 * @param options.optional whether the member may be missing
 */
export function ValidAs<Value>(
  valueObject: ValueObject<Value>,
  { type, optional = false }: { readonly type: JsonType; readonly optional?: boolean },
): PropertyOf<Value> {
  const parse: ParseMember = (value, name) => {
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
    ValidateBy(
      {
        name: 'validAs',
        validator: {
          validate: (parsed) => !(parsed instanceof DomainError),
          defaultMessage: (parameters) => (parameters?.value as DomainError).message,
        },
      },
      { context: { parse } },
    ),
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
 * Returns a function that validates parsed JSON bodies by the decorators `ValidAs` of a request class, and returns instances of
 * the class. The function throws RequestError invalid_body if a body is invalid; the message contains all errors.
 * @param tuning if it is on, the function calls the parsers of the members itself. class-transformer and class-validator search
 *   their metadata for every body, which takes a tenth of the CPU of a create.
 * @throws Error if the class has another decorator of class-validator
 */
export function bodyValidator<Body extends object>(type: new () => Body, tuning: Tuning): (sent: unknown) => Body {
  const members = membersOf(type);
  const validate = tuning.isOn ? parseMembers : validateDecorated;
  return (sent) => {
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
      throw new RequestError(platformErrors.invalid_body, 'The body must be a JSON object.');
    }
    const { body, errors } = validate(type, members, sent);
    if (errors.length > 0) throw new RequestError(platformErrors.invalid_body, `${errors.join('; ')}.`);
    return body;
  };
}

type Validate = <Body extends object>(
  type: new () => Body,
  members: readonly Member[],
  sent: object,
) => { readonly body: Body; readonly errors: readonly string[] };

const validateDecorated: Validate = (type, members, sent) => {
  const flat: Record<string, unknown> = {};
  for (const { name } of members) if (Object.hasOwn(sent, name)) flat[name] = withoutNestedValues(sent, name);
  const body = plainToInstance(type, flat, { excludeExtraneousValues: true });
  return { body, errors: validateSync(body).flatMap(({ constraints }) => Object.values(constraints ?? {})) };
};

const parseMembers: Validate = (type, members, sent) => {
  const body = new type();
  const errors: string[] = [];
  for (const { name, parse } of members) {
    const value = Object.hasOwn(sent, name) ? withoutNestedValues(sent, name) : undefined;
    const parsed = parse(value, name);
    if (parsed instanceof DomainError) errors.push(parsed.message);
    else (body as Record<string, unknown>)[name] = parsed;
  }
  return { body, errors };
};

function membersOf(type: new () => object): Member[] {
  return getMetadataStorage()
    .getTargetValidationMetadatas(type, '', false, false)
    .map(({ propertyName: name, context }) => {
      const { parse } = (context ?? {}) as { parse?: ParseMember };
      if (!parse) throw new Error(`${type.name}.${name} must have no other decorator of class-validator than ValidAs`);
      return { name, parse };
    });
}

/**
 * Returns the value of a member, with an empty object instead of an object or array. No member may be an object or an array, and
 * class-transformer needed 50 ms to copy nested values of 100 kB before validation.
 */
function withoutNestedValues(sent: object, name: string): unknown {
  const value: unknown = sent[name as never];
  return typeof value === 'object' && value !== null ? {} : value;
}
