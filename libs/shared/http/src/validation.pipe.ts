import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import { platformErrors, RequestError, type HttpError } from '@petstore/edge/errors';

/**
 * Global pipe: makes an instance of the DTO of a body or a query with class-transformer and validates it with class-validator. Unlike
 * Nest's `ValidationPipe`, it awaits nothing, and drops the members that the DTO does not declare before they are converted, because
 * nested arrays in them could exhaust the stack.
 */
@Injectable()
export class DtoValidationPipe implements PipeTransform {
  private readonly members = new Map<Type, ReadonlySet<string>>();

  /** @throws RequestError invalid_body or invalid_parameter with the errors of all members */
  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    // Only a whole body or query has a DTO.
    if ((type !== 'body' && type !== 'query') || data !== undefined) return value;
    if (type === 'query')
      return validated(metatype!, this.pick(value as object, metatype!), platformErrors.invalid_parameter);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new RequestError(platformErrors.invalid_body, 'The body must be a JSON object.');
    }
    const members = this.pick(value, metatype!);
    // No member may be an object or array, and class-transformer would read all that is in them. Null is invalid, too.
    for (const [name, member] of Object.entries(members)) {
      if (typeof member === 'object') members[name] = null;
    }
    return validated(metatype!, members, platformErrors.invalid_body);
  }

  /** Returns the own members that the DTO declares. */
  private pick(sent: object, dto: Type): Record<string, unknown> {
    const picked: Record<string, unknown> = {};
    for (const name of this.membersOf(dto)) {
      if (Object.hasOwn(sent, name)) picked[name] = (sent as Record<string, unknown>)[name];
    }
    return picked;
  }

  private membersOf(dto: Type): ReadonlySet<string> {
    let members = this.members.get(dto);
    if (!members) {
      const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
      members = new Set(rules.map(({ propertyName }) => propertyName));
      this.members.set(dto, members);
    }
    return members;
  }
}

function validated(dto: Type<object>, members: object, error: HttpError): object {
  const instance = plainToInstance(dto, members);
  const errors = validateSync(instance);
  if (errors.length === 0) return instance;
  // Several rules of one member have the same message: that of its value object.
  const messages = new Set(errors.flatMap(({ constraints = {} }) => Object.values(constraints)));
  throw new RequestError(error, `${[...messages].join('; ')}.`);
}
