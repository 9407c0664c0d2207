import { ApiExtension } from '@nestjs/swagger';
import type { HttpError } from '../errors.ts';

/** Member of an operation with the codes of its errors, until `completeDocument` replaces it by responses. */
export const errorsExtension = 'x-errors';

/** Documents the errors of an operation, in addition to those that every operation has. */
export function ApiErrors(...errors: readonly HttpError[]): MethodDecorator {
  return ApiExtension(
    errorsExtension,
    errors.map(({ code }) => code),
  );
}
