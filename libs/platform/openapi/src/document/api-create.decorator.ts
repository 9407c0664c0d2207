import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { HttpError } from '@petstore/http/response/http-error';
import { platformErrors } from '@petstore/http/response/platform-errors';
import { ApiErrors } from './api-errors.decorator.ts';
import { TakesRequestId } from './api-request-id.decorator.ts';
import { ApiSuccess } from './api-success.decorator.ts';
import { headerReferences } from './header-components.ts';

interface CreateOptions {
  /** Request class of the body. */
  readonly body: Type;
  /** Description of the success response. */
  readonly description: string;
  /** Name of the schema of the created object. */
  readonly schema: string;
  /** A created object. */
  readonly example: object;
  /** Errors beside those of every JSON body and of every operation. */
  readonly errors: readonly HttpError[];
}

/** Errors of every operation with a JSON body. */
const bodyErrors: readonly HttpError[] = [
  platformErrors.malformed_json,
  platformErrors.invalid_body,
  platformErrors.payload_too_large,
  platformErrors.unsupported_media_type,
];

/** Documents the body, the request id and all responses of an operation that creates an object from a JSON body. */
export function ApiCreate({ body, description, schema, example, errors }: CreateOptions): MethodDecorator {
  return applyDecorators(
    ApiBody({ type: body, required: true }),
    TakesRequestId(),
    ApiSuccess(201, description, schema, example, headerReferences('Location')),
    ApiErrors([...bodyErrors, ...errors], headerReferences('X-Request-Id')),
  );
}
