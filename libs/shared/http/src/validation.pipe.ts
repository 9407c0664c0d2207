import { ValidationPipe, type ArgumentMetadata, type Type } from '@nestjs/common';
import * as classValidator from 'class-validator';
import type { ValidationError } from 'class-validator';
import { platformErrors, RequestError } from './errors.ts';
import type { ValueObjectRule } from './value-object.decorator.ts';

/** A rule of a member of a DTO. */
interface Rule {
  readonly name: string;
  /** Undefined if another decorator than `IsValueObject` declared the rule. */
  readonly accepts: ValueObjectRule['accepts'] | undefined;
}

/**
 * Validates request bodies by the class-validator decorators of their DTO, and converts them to instances of the DTO. Ignores
 * members that the DTO does not declare. Queries, path parameters and custom decorators have pipes of their own.
 */
export class BodyValidationPipe extends ValidationPipe {
  private readonly rules = new Map<Type, readonly Rule[]>();

  constructor() {
    super({
      transform: true,
      validatorPackage: classValidator,
      // class-transformer is not needed, because no DTO has nested objects.
      transformerPackage: { plainToInstance: createInstance, classToPlain: (instance) => instance as object },
      exceptionFactory: (errors) => invalidBody(`${errors.flatMap(messagesOf).join('; ')}.`),
    });
  }

  /** @throws RequestError invalid_body with the errors of all members */
  override async transform(body: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type !== 'body') return body;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw invalidBody('The body must be a JSON object.');
    }
    const dto = metadata.metatype!;
    const rules = this.rulesOf(dto);
    const picked = pick(body as Record<string, unknown>, rules);
    // class-validator takes a tenth of the CPU of a create, so it only reports what is wrong.
    if (rules.every(({ name, accepts }) => accepts?.(picked[name]))) return createInstance(dto, picked);
    return super.transform(picked, metadata);
  }

  private rulesOf(dto: Type): readonly Rule[] {
    let rules = this.rules.get(dto);
    if (!rules) {
      const metadata = classValidator.getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
      rules = metadata.map(({ propertyName: name, context }) => ({
        name,
        accepts: (context as ValueObjectRule | undefined)?.accepts,
      }));
      this.rules.set(dto, rules);
    }
    return rules;
  }
}

/**
 * Returns the members that the DTO declares, because a body of 100 kB can have 9,500 others. Objects and arrays become empty
 * objects: no member may be one, and the base class reads all that is in them.
 */
function pick(body: Record<string, unknown>, rules: readonly Rule[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const { name } of rules) {
    if (!Object.hasOwn(body, name)) continue;
    const value = body[name];
    picked[name] = typeof value === 'object' && value !== null ? {} : value;
  }
  return picked;
}

function createInstance<Dto>(dto: Type<Dto>, members: unknown): Dto {
  return Object.assign(new dto() as object, members) as Dto;
}

function messagesOf({ constraints = {} }: ValidationError): string[] {
  return Object.values(constraints);
}

function invalidBody(message: string): RequestError {
  return new RequestError(platformErrors.invalid_body, message);
}
