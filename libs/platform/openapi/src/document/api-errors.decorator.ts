import { applyDecorators } from '@nestjs/common';
import { ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { errorBody } from '@petstore/http/response/error-body';
import { catalogued, type ErrorCode } from '@petstore/http/response/error-catalogue';
import { ApiError } from '@petstore/http/response/request-error';
import { headerReferences, isPlatformHeader, rateLimitReferences, type HeaderReferences } from './header-components.ts';

/** Errors that every operation can respond with. */
const always: ErrorCode[] = [
  'missing_api_key',
  'invalid_api_key',
  'rate_limited',
  'internal_error',
  'service_unavailable',
];

/** Errors that any request can get before its operation is known. */
const unread: ErrorCode[] = ['malformed_request', 'request_timeout', 'expectation_failed', 'headers_too_large'];

/**
 * Documents an operation's error responses, one per status: those of the given codes and those that every operation has.
 * @param headers of every response of the operation
 */
export function FailsWith(codes: ErrorCode[], headers: HeaderReferences): MethodDecorator {
  const own = [...codes, ...always];
  const all = [...own, ...unread];
  const responses = [...new Set(all.map((code) => catalogued(code).status))].sort().map((status) => {
    const isOfStatus = (code: ErrorCode) => catalogued(code).status === status;
    const borne = own.some(isOfStatus) ? { ...headers, ...countedAt(status) } : headerReferences('X-Request-Id');
    return failure(status, all.filter(isOfStatus), borne);
  });
  return applyDecorators(...responses);
}

/** A request without a valid key is not counted. */
function countedAt(status: number): HeaderReferences {
  return status === catalogued('missing_api_key').status ? {} : rateLimitReferences();
}

function failure(status: number, codes: ErrorCode[], headers: HeaderReferences): MethodDecorator {
  const described = codes.flatMap((code) => Object.keys(catalogued(code).headers ?? {})).filter(isPlatformHeader);
  const examples = codes.map((code) => [code, { summary: code, value: errorBody(exampleOf(code)) }] as const);
  return ApiResponse({
    status,
    description: codes.map((code) => `\`${code}\`: ${catalogued(code).meaning}`).join('\n\n'),
    headers: { ...headers, ...headerReferences(...described) },
    content: {
      'application/json': {
        schema: { $ref: getSchemaPath('Error') },
        examples: Object.fromEntries(examples),
      },
    },
  });
}

function exampleOf(code: ErrorCode): ApiError {
  return new ApiError(code, catalogued(code).meaning);
}
