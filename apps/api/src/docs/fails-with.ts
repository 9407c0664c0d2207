import { applyDecorators } from '@nestjs/common';
import { ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ApiError } from '../http/api-error.ts';
import { catalogued, type ErrorCode } from '../http/error-catalogue.ts';
import { ErrorResponse } from '../http/error.response.ts';
import { headerReferences, isDocumentedHeader, rateLimitReferences } from './headers.ts';

/** What any operation can answer, whatever it does. */
const always: ErrorCode[] = [
  'missing_api_key',
  'invalid_api_key',
  'rate_limited',
  'internal_error',
  'service_unavailable',
];

/** What any request can be answered before it is known which operation it is for. */
const unread: ErrorCode[] = ['malformed_request', 'request_timeout', 'expectation_failed', 'headers_too_large'];

/**
 * Documents an operation's failures from the catalogue, those of one status together, beside those of every operation.
 * @param headers what all of its answers bear
 */
export function FailsWith(codes: ErrorCode[], headers: ReturnType<typeof headerReferences>): MethodDecorator {
  const own = [...codes, ...always];
  const all = [...own, ...unread];
  const responses = [...new Set(all.map((code) => catalogued(code).status))].sort().map((status) => {
    const isOfStatus = (code: ErrorCode) => catalogued(code).status === status;
    const borne = own.some(isOfStatus) ? { ...headers, ...countedAt(status) } : headerReferences('X-Request-Id');
    return failure(status, all.filter(isOfStatus), borne);
  });
  return applyDecorators(...responses);
}

/** Who has no valid key is not counted. */
function countedAt(status: number): ReturnType<typeof headerReferences> {
  return status === catalogued('missing_api_key').status ? {} : rateLimitReferences();
}

function failure(status: number, codes: ErrorCode[], headers: ReturnType<typeof headerReferences>): MethodDecorator {
  const described = codes.flatMap((code) => Object.keys(catalogued(code).headers ?? {})).filter(isDocumentedHeader);
  const examples = codes.map(
    (code) => [code, { summary: code, value: { ...new ErrorResponse(exampleOf(code)) } }] as const,
  );
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
