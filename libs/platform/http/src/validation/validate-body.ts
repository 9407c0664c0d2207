import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import { platformErrors } from '../response/platform-errors.ts';
import { RequestError } from '../response/request-error.ts';

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
