import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { HttpError } from '@petstore/http/response/http-error';
import { platformErrors } from '@petstore/http/response/platform-errors';
import { ApiResponses, type Success } from './api-responses.decorator.ts';
import { headerReferences, platformHeaders } from './header-components.ts';

interface CreateOptions extends Success {
  /** Request class of the body. */
  readonly body: Type;
  /** Examples of the body by name. */
  readonly bodyExamples: Readonly<Record<string, { readonly summary: string; readonly value: object }>>;
  /** Errors in addition to those of every JSON body and of every operation. */
  readonly errors: readonly HttpError[];
  /** Example of the `Location` header. Without it, the response refers to the header component `Location`. */
  readonly location?: string;
}

/** Errors of every operation with a JSON body. @param unsupported error for another media type than the operation's */
export function bodyErrors(unsupported: HttpError = platformErrors.unsupported_media_type): readonly HttpError[] {
  return [platformErrors.malformed_json, platformErrors.invalid_body, platformErrors.payload_too_large, unsupported];
}

/** Documents the body, the request id and all responses of an operation that creates an object from a JSON body. */
export function ApiCreate({ body, bodyExamples, errors, location, ...success }: CreateOptions): MethodDecorator {
  return applyDecorators(
    ApiBody({ type: body, required: true, examples: bodyExamples }),
    ApiResponses({
      ...success,
      status: 201,
      successHeaders: location
        ? { Location: { ...platformHeaders.Location, example: location } }
        : headerReferences('Location'),
      errors: [...bodyErrors(), ...errors],
      confirmsCaller: true,
    }),
  );
}
