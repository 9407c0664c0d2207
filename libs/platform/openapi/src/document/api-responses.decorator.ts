import { maxHeaderSize } from 'node:http';
import { applyDecorators, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { ApiHeader, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { requestIdFormat } from '@petstore/http/context/request-context';
import { deprecationOf } from '@petstore/http/nest/deprecation.guard';
import { isReadMethod } from '@petstore/http/nest/write-access.guard';
import { errorBody } from '@petstore/http/response/error-body';
import type { HttpError } from '@petstore/http/response/http-error';
import { platformErrors } from '@petstore/http/response/platform-errors';
import { RequestError } from '@petstore/http/response/request-error';
import { linkToError } from './guide-path.ts';
import {
  deprecationReferences,
  errorHeader,
  headerReferences,
  type HeaderComponent,
  type HeaderReferences,
} from './header-components.ts';

/** The success response of an operation. */
export interface Success {
  readonly description: string;
  /** Name of the schema of the body. */
  readonly schema: string;
  /** Example of the body. */
  readonly example: object;
}

/** Headers of a response by name: references to components, or headers that only this response has. */
type ResponseHeaders = Readonly<Record<string, HeaderReferences[string] | HeaderComponent>>;

interface Responses extends Success {
  /** Status of the success response. */
  readonly status: number;
  /** Headers that only the success response has. */
  readonly successHeaders?: ResponseHeaders;
  /** Errors in addition to those of every operation. */
  readonly errors: readonly HttpError[];
  /** Whether the operation verifies the key again, after it has waited for a body or for an event. Default: false. */
  readonly confirmsCaller?: boolean;
}

const operationErrors: readonly HttpError[] = [
  platformErrors.missing_api_key,
  platformErrors.invalid_api_key,
  platformErrors.rate_limited,
  platformErrors.internal_error,
  platformErrors.service_unavailable,
];

/** Errors of every operation that writes. */
const writeErrors: readonly HttpError[] = [platformErrors.read_only_key];

/** Errors that the service responds with before it knows the operation. */
const unparsedErrors: readonly HttpError[] = [
  platformErrors.malformed_request,
  platformErrors.request_timeout,
  platformErrors.expectation_failed,
  platformErrors.headers_too_large,
];

/** Headers of every response. */
const basicHeaders = headerReferences('X-Request-Id', 'Cache-Control');

/** Headers of every response to a request with a valid key. */
const rateLimit = headerReferences('RateLimit-Policy', 'RateLimit');

/** Documents the request id, the success response and all error responses of an operation. */
export function ApiResponses({
  status,
  successHeaders,
  errors,
  confirmsCaller = false,
  ...success
}: Responses): MethodDecorator {
  return (controller, name, descriptor) => {
    const isDeprecated = deprecationOf(descriptor.value as object) !== undefined;
    const headers = { ...basicHeaders, ...(isDeprecated && deprecationReferences) };
    applyDecorators(
      ApiHeader({
        name: 'X-Request-Id',
        description:
          `An id for this request, ${requestIdFormat}. The response and the log of the service contain it. ` +
          'If the header is sent twice or has another form, the service generates an id.',
        required: false,
        // The service replaces other values, so the only limit of the value is that of all headers.
        schema: { type: 'string', maxLength: maxHeaderSize, example: 'checkout-7f3a' },
      }),
      ApiResponse({
        status,
        description: success.description,
        headers: { ...headers, ...successHeaders, ...rateLimit },
        content: { 'application/json': { schema: { $ref: getSchemaPath(success.schema) }, example: success.example } },
      }),
      ...errorResponses(
        [...errors, ...(isWrite(descriptor.value as object) ? writeErrors : []), ...operationErrors],
        headers,
        confirmsCaller,
      ),
    )(controller, name, descriptor);
  };
}

/** @param handler method of a controller */
function isWrite(handler: object): boolean {
  return !isReadMethod(RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod]);
}

/** Documents one response for each status. */
function errorResponses(
  errors: readonly HttpError[],
  headers: HeaderReferences,
  confirmsCaller: boolean,
): MethodDecorator[] {
  const all = [...errors, ...unparsedErrors];
  return [...new Set(all.map(({ status }) => status))].sort().map((status) => {
    // The rate limit counts a request after the first verification of its key, which is the only one unless the operation waits.
    const isUncounted = status === platformErrors.missing_api_key.status && !confirmsCaller;
    const counted = isUncounted ? {} : rateLimit;
    const isUnparsed = errors.every((error) => error.status !== status);
    const ofStatus = all.filter((error) => error.status === status);
    return errorResponse(status, ofStatus, isUnparsed ? basicHeaders : { ...headers, ...counted });
  });
}

function errorResponse(status: number, errors: readonly HttpError[], headers: HeaderReferences): MethodDecorator {
  const examples = errors.map((error) => [
    error.code,
    { summary: error.code, value: errorBody(new RequestError(error)) },
  ]);
  return ApiResponse({
    status,
    description: errors.map(({ code, meaning }) => `${linkToError(code)}: ${meaning}`).join('\n\n'),
    headers: { ...headers, ...headersOf(errors) },
    content: {
      'application/json': { schema: { $ref: getSchemaPath('Error') }, examples: Object.fromEntries(examples) },
    },
  });
}

/** Returns the headers of the errors of one status. A header that only some of the errors have is optional. */
function headersOf(errors: readonly HttpError[]): ResponseHeaders {
  const names = new Set(errors.flatMap((error) => Object.keys(error.headers ?? {})));
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const header = errorHeader(
        name,
        errors.every((error) => error.headers?.[name] !== undefined),
      );
      return header ? [[name, header]] : [];
    }),
  );
}
