import { applyDecorators } from '@nestjs/common';
import { ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { errorBody } from '@petstore/http/response/error-body';
import type { HttpError } from '@petstore/http/response/http-error';
import { platformErrors } from '@petstore/http/response/platform-errors';
import { RequestError } from '@petstore/http/response/request-error';
import {
  headerReference,
  headerReferences,
  isPlatformHeader,
  platformHeaders,
  rateLimitReferences,
  type DocumentedHeader,
  type HeaderReferences,
} from './header-components.ts';

type ErrorHeaders = Record<string, HeaderReferences[string] | DocumentedHeader>;

/** Errors that every operation can respond with. */
const always: readonly HttpError[] = [
  platformErrors.missing_api_key,
  platformErrors.invalid_api_key,
  platformErrors.rate_limited,
  platformErrors.internal_error,
  platformErrors.service_unavailable,
];

/** Errors that any request can get before its operation is known. */
const unread: readonly HttpError[] = [
  platformErrors.malformed_request,
  platformErrors.request_timeout,
  platformErrors.expectation_failed,
  platformErrors.headers_too_large,
];

/**
 * Documents an operation's error responses, one per status: the given errors and those that every operation has.
 * @param headers of every response of the operation
 */
export function ApiErrors(errors: readonly HttpError[], headers: HeaderReferences): MethodDecorator {
  const own = [...errors, ...always];
  const all = [...own, ...unread];
  const responses = [...new Set(all.map(({ status }) => status))].sort().map((status) => {
    const ofStatus = (error: HttpError) => error.status === status;
    const common = own.some(ofStatus) ? { ...headers, ...countedAt(status) } : headerReferences('X-Request-Id');
    return failure(status, all.filter(ofStatus), common);
  });
  return applyDecorators(...responses);
}

/** A request without a valid key is not counted. */
function countedAt(status: number): HeaderReferences {
  return status === platformErrors.missing_api_key.status ? {} : rateLimitReferences();
}

function failure(status: number, errors: readonly HttpError[], headers: HeaderReferences): MethodDecorator {
  const examples = errors.map(
    (error) => [error.code, { summary: error.code, value: errorBody(new RequestError(error)) }] as const,
  );
  return ApiResponse({
    status,
    description: errors.map(({ code, meaning }) => `\`${code}\`: ${meaning}`).join('\n\n'),
    headers: { ...headers, ...headersOf(errors) },
    content: {
      'application/json': {
        schema: { $ref: getSchemaPath('Error') },
        examples: Object.fromEntries(examples),
      },
    },
  });
}

/** The headers of the errors of one status. A header that only some of the errors have is optional. */
function headersOf(errors: readonly HttpError[]): ErrorHeaders {
  const names = errors.flatMap((error) => Object.keys(error.headers ?? {})).filter(isPlatformHeader);
  return Object.fromEntries(
    [...new Set(names)].map((name) => {
      const inAll = errors.every((error) => error.headers?.[name] !== undefined);
      return [name, inAll ? headerReference(name) : { ...platformHeaders[name], required: false }];
    }),
  );
}
