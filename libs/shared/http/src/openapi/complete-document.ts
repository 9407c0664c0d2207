import type { OpenAPIObject } from '@nestjs/swagger';
import { type HttpError, platformErrors } from '../errors.ts';
import { errorsExtension } from './api-errors.decorator.ts';
import { acceptPatch, headerComponents, headerReference, headerReferences, requestIdParameter } from './headers.ts';

type Components = NonNullable<OpenAPIObject['components']>;
type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Response = NonNullable<Components['responses']>[string];
type Headers = NonNullable<Exclude<Response, { $ref: string }>['headers']>;

const codesOf = (...errors: readonly HttpError[]) => errors.map(({ code }) => code);

/** Errors of every operation with a body, in addition to those of `ApiErrors`. */
const bodyErrors = codesOf(
  platformErrors.malformed_json,
  platformErrors.invalid_body,
  platformErrors.payload_too_large,
  platformErrors.unsupported_media_type,
);

/** Errors of every operation that writes. */
const writeErrors = codesOf(platformErrors.read_only_key);

/** Errors of every operation. */
const operationErrors = codesOf(
  platformErrors.missing_api_key,
  platformErrors.invalid_api_key,
  platformErrors.rate_limited,
  platformErrors.internal_error,
  platformErrors.service_unavailable,
);

/** Errors that the service responds with before it knows the operation. */
const unparsedErrors = codesOf(
  platformErrors.malformed_request,
  platformErrors.request_timeout,
  platformErrors.expectation_failed,
  platformErrors.headers_too_large,
);

/** Headers of every response. */
const basicHeaders = headerReferences('X-Request-Id', 'Cache-Control');

/** Headers of every response of a deprecated operation. */
const deprecationHeaders = { ...headerReferences('Deprecation', 'Sunset'), Link: headerReference('DeprecationLink') };

/** Headers of every response to a request with a valid key. */
const rateLimitHeaders = headerReferences('RateLimit-Policy', 'RateLimit');

/**
 * Adds to a document of `SwaggerModule` what all operations share: the request id, the headers and the errors. Errors that
 * several operations have are components.
 * @param errors every error that the service can respond with
 */
export function completeDocument(document: OpenAPIObject, errors: readonly HttpError[]): OpenAPIObject {
  const responses: NonNullable<Components['responses']> = {};
  const operations = Object.values(document.paths).flatMap((item) => Object.entries(item as Record<string, Operation>));
  for (const [method, operation] of operations) complete(operation, method, errors, responses);
  removeDeadLinks(operations.map(([, operation]) => operation));
  const { schemas, headers, ...components } = document.components!;
  return {
    ...document,
    paths: sorted(document.paths),
    components: {
      ...components,
      parameters: { [requestIdParameter.name]: requestIdParameter },
      schemas: { ...schemas, Error: errorSchema(errors) },
      responses,
      headers: { ...headerComponents, ...headers },
    },
  };
}

/** Sorts paths as text, so that `/pets` precedes `/pets/{petId}`, and methods as documents list them. */
function sorted(paths: OpenAPIObject['paths']): OpenAPIObject['paths'] {
  const methods = ['get', 'post', 'put', 'patch', 'delete'];
  const items = Object.entries(paths).map(([path, item]) => {
    const operations = Object.entries(item).sort(([one], [other]) => methods.indexOf(one) - methods.indexOf(other));
    return [path, Object.fromEntries(operations)] as const;
  });
  return Object.fromEntries(items.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** @param shared the error responses that are components, by name. This function adds those that are missing. */
function complete(
  operation: Operation & { [errorsExtension]?: readonly string[] },
  method: string,
  errors: readonly HttpError[],
  shared: NonNullable<Components['responses']>,
): void {
  const { deprecated = false, requestBody, responses } = operation;
  const headers = { ...basicHeaders, ...(deprecated && deprecationHeaders) };
  for (const success of Object.values(responses) as { headers?: Headers }[]) {
    success.headers = { ...headers, ...success.headers, ...rateLimitHeaders };
  }
  operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/X-Request-Id' }];
  const codes = [
    ...(operation[errorsExtension] ?? []),
    ...(requestBody ? bodyErrors : []),
    ...(method === 'get' ? [] : writeErrors),
    ...operationErrors,
  ];
  Reflect.deleteProperty(operation, errorsExtension);
  const documented = errors.filter(({ code }) => codes.includes(code) || unparsedErrors.includes(code));
  for (const status of new Set(documented.map((error) => error.status))) {
    const ofStatus = documented.filter((error) => error.status === status);
    const isParsed = ofStatus.some(({ code }) => codes.includes(code));
    // The rate limit counts a request after the first check of its key. The second check follows the body.
    const isCounted = isParsed && (status !== platformErrors.missing_api_key.status || requestBody !== undefined);
    const isPatch = method === 'patch' && status === platformErrors.unsupported_media_type.status;
    const response = errorResponse(ofStatus, {
      ...(isParsed ? headers : basicHeaders),
      ...(isCounted && rateLimitHeaders),
      ...(isPatch && { 'Accept-Patch': acceptPatch }),
    });
    if (isPatch || (deprecated && isParsed)) {
      responses[status] = response;
    } else {
      const name = [...codesOf(...ofStatus), ...(isParsed && !isCounted ? ['uncounted'] : [])].join('-');
      shared[name] = response;
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
}

/** `ApiLink` adds links also to operations of controllers that the application does not have. */
function removeDeadLinks(operations: readonly Operation[]): void {
  const ids = new Set(operations.map(({ operationId }) => operationId));
  for (const response of operations.flatMap(({ responses }) => Object.values(responses) as { links?: object }[])) {
    const links = Object.entries(response.links ?? {}).filter(([, { operationId }]) => ids.has(operationId));
    if (links.length > 0) response.links = Object.fromEntries(links);
    else delete response.links;
  }
}

function errorResponse(errors: readonly HttpError[], headers: Headers): Response {
  const examples = errors.map(({ code, meaning, status }) => [
    code,
    { summary: code, value: { code, message: meaning, status } },
  ]);
  return {
    description: errors.map(({ code, meaning }) => `\`${code}\`: ${meaning}`).join('\n\n'),
    headers: { ...headers, ...headersOf(errors) },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** Returns the documented headers of the errors of one status. A header that only some of the errors have is optional. */
function headersOf(errors: readonly HttpError[]): Headers {
  const names = new Set(errors.flatMap((error) => Object.keys(error.headers ?? {})));
  const entries = [...names].map((name) => {
    const isRequired = errors.every((error) => error.headers?.[name] !== undefined);
    const component = headerComponents[name as keyof typeof headerComponents];
    return [name, isRequired ? headerReference(name) : { ...component, required: false }];
  });
  return Object.fromEntries(entries) as Headers;
}

/**
 * Returns the schema `Error` of the document.
 * @param errors every error that the service can respond with; the first with status 404 is the example
 */
function errorSchema(errors: readonly HttpError[]) {
  const example = errors.find(({ status }) => status === 404);
  return {
    type: 'object',
    properties: {
      code: {
        type: 'string',
        description: 'The kind of the error, for programs. Each code has one meaning and one status.',
        minLength: 1,
        enum: errors.map(({ code }) => code),
        examples: [example?.code],
      },
      message: {
        type: 'string',
        description: 'What is wrong and what is allowed, for people.',
        minLength: 1,
        examples: [example?.meaning],
      },
      status: {
        type: 'integer',
        format: 'int32',
        description: 'The HTTP status of the response.',
        // The client errors and the server errors of RFC 9110, section 15.
        minimum: 400,
        maximum: 599,
        examples: [example?.status],
      },
    },
    required: ['code', 'message', 'status'],
  };
}
