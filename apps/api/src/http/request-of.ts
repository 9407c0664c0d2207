import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { ApiError } from './api-error.ts';

/**
 * Picks a request class's members out of a body and checks them.
 * @throws ApiError invalid_body that tells all faults together
 */
export function requestOf<T extends object>(type: new () => T, sent: unknown): T {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw new ApiError('invalid_body', 'The body must be a JSON object.');
  }
  const request = plainToInstance(type, sent, { excludeExtraneousValues: true });
  const faults = validateSync(request).flatMap(({ constraints }) => Object.values(constraints ?? {}));
  if (faults.length > 0) throw new ApiError('invalid_body', `${faults.join('; ')}.`);
  return request;
}
