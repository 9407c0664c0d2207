import { Injectable, ValidationPipe, type ArgumentMetadata, type Type } from '@nestjs/common';
import { DomainError, type ValueObject } from '@petstore/kernel';
import * as classValidator from 'class-validator';
import { platformErrors, RequestError } from './errors.ts';

/** The `context` of the decorator in class-validator's metadata. */
interface ValueObjectRule {
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
  return classValidator.ValidateBy({ name: 'isValueObject', validator }, { context });
}

/** A member that a DTO declares. */
interface Member {
  readonly name: string;
  /** Undefined if another decorator than `IsValueObject` declares the member. */
  readonly parse: ValueObjectRule['parse'] | undefined;
}

/**
 * Validates a request body by the class-validator decorators of its DTO, and converts it to an instance of the DTO: members with
 * `IsValueObject` to value objects. Ignores members that the DTO does not declare. It is bound to the bodies,
 * `@Body(BodyValidationPipe)`, and not global, because Nest awaits a promise for every parameter that has a pipe.
 */
@Injectable()
export class BodyValidationPipe extends ValidationPipe {
  private readonly members = new Map<Type, readonly Member[]>();

  constructor() {
    super({
      validatorPackage: classValidator,
      // class-transformer is not needed, because no DTO has nested objects.
      transformerPackage: { plainToInstance: createInstance, classToPlain: (instance) => instance as object },
      exceptionFactory: (errors) => {
        const messages = errors.flatMap(({ constraints = {} }) => Object.values(constraints));
        return invalidBody(`${messages.join('; ')}.`);
      },
    });
  }

  /** @throws RequestError invalid_body with the errors of all members */
  override async transform(body: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw invalidBody('The body must be a JSON object.');
    }
    const dto = metadata.metatype!;
    const members = this.membersOf(dto);
    const sent = pick(body as Record<string, unknown>, members);
    const values = { ...sent };
    // class-validator takes a tenth of the CPU of a create, so it only checks what no value object has accepted.
    try {
      convert(values, members);
    } catch (error) {
      await super.transform(sent, metadata);
      throw error;
    }
    if (!members.every(({ parse }) => parse)) await super.transform(sent, metadata);
    return createInstance(dto, values);
  }

  private membersOf(dto: Type): readonly Member[] {
    let members = this.members.get(dto);
    if (!members) {
      const rules = classValidator.getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
      members = rules.map(({ propertyName: name, context }) => ({
        name,
        parse: (context as ValueObjectRule | undefined)?.parse,
      }));
      this.members.set(dto, members);
    }
    return members;
  }
}

/**
 * Returns the members that the DTO declares, because a body of 100 kB can have 9,500 others. Objects and arrays become empty
 * objects: no member may be one, and the base class reads all that is in them.
 */
function pick(body: Record<string, unknown>, members: readonly Member[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const { name } of members) {
    if (!Object.hasOwn(body, name)) continue;
    const value = body[name];
    picked[name] = typeof value === 'object' && value !== null ? {} : value;
  }
  return picked;
}

/** Converts the values to value objects. @throws DomainError if a value object does not accept its value */
function convert(values: Record<string, unknown>, members: readonly Member[]): void {
  for (const { name, parse } of members) {
    if (parse) values[name] = parse(values[name]);
  }
}

function createInstance<Dto>(dto: Type<Dto>, members: unknown): Dto {
  return Object.assign(new dto() as object, members) as Dto;
}

function invalidBody(message: string): RequestError {
  return new RequestError(platformErrors.invalid_body, message);
}
