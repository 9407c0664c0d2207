import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { getMetadataStorage, validateSync } from 'class-validator';
import { platformErrors, RequestError, type HttpError } from '@petstore/edge/errors';

/**
 * Global pipe: makes an instance of the DTO of a body or a query and validates it with class-validator. Unlike
 * Nest's `ValidationPipe`, it awaits nothing, and does not use class-transformer, because no member of a DTO is converted. It drops the
 * members that the DTO does not declare before it reads them.
 */
@Injectable()
export class DtoValidationPipe implements PipeTransform {
  private readonly members = new Map<Type, ReadonlySet<string>>();

  constructor() {
    cacheRules();
  }

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
    // No member may be an object or array. Null is invalid, too.
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
  const instance = Object.assign(new dto(), members);
  const errors = validateSync(instance);
  if (errors.length === 0) return instance;
  // Several rules of one member have the same message: that of its value object.
  const messages = new Set(errors.flatMap(({ constraints = {} }) => Object.values(constraints)));
  throw new RequestError(error, `${[...messages].join('; ')}.`);
}

/**
 * Lets class-validator find and group the rules of a DTO once. They do not change after the start, and no DTO has groups of rules. Without this,
 * it searches the rules of all classes in each validation.
 */
function cacheRules(): void {
  const storage = getMetadataStorage();
  const { getTargetValidationMetadatas: find, groupByPropertyName: group } = storage;
  const found = new Map<unknown, ReturnType<typeof find>>();
  const grouped = new WeakMap<object, ReturnType<typeof group>>();
  storage.getTargetValidationMetadatas = (dto, ...options) => {
    let rules = found.get(dto);
    if (!rules) found.set(dto, (rules = find.call(storage, dto, ...options)));
    return rules;
  };
  storage.groupByPropertyName = (rules) => {
    let groups = grouped.get(rules);
    if (!groups) grouped.set(rules, (groups = group.call(storage, rules)));
    return groups;
  };
}
