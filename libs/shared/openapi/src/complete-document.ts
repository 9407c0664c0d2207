import type { OpenAPIObject } from '@nestjs/swagger';
import { type HttpError, platformErrors } from '@petstore/edge/errors';
import { errorsExtension, pageExtension } from './decorators.ts';
import { acceptPatch, headerComponents, headerReference, headerReferences, requestIdParameter } from './headers.ts';

type Components = NonNullable<OpenAPIObject['components']>;
type Operation = NonNullable<OpenAPIObject['paths'][string]['get']> & {
  [errorsExtension]?: readonly string[];
  [pageExtension]?: object;
};
type Parameter = NonNullable<Operation['parameters']>[number];
type Responses = NonNullable<Components['responses']>;
type Response = Responses[string];
type Headers = NonNullable<Exclude<Response, { $ref: string }>['headers']>;

/** Errors of every operation with a body, in addition to those of `ApiErrors`. */
const bodyErrors = [
  platformErrors.malformed_json,
  platformErrors.invalid_body,
  platformErrors.payload_too_large,
  platformErrors.unsupported_media_type,
];

const operationErrors = [
  platformErrors.missing_api_key,
  platformErrors.invalid_api_key,
  platformErrors.rate_limited,
  platformErrors.internal_error,
  platformErrors.service_unavailable,
];

/** Errors that the service responds with before it knows the operation. */
const unparsedErrors = [
  platformErrors.malformed_request,
  platformErrors.request_timeout,
  platformErrors.expectation_failed,
  platformErrors.headers_too_large,
];

const commonHeaders = headerReferences('X-Request-Id', 'Cache-Control', 'RateLimit-Policy', 'RateLimit');

const deprecationHeaders = { ...headerReferences('Deprecation', 'Sunset'), Link: headerReference('DeprecationLink') };

/**
 * Adds to a document of `SwaggerModule` what all operations share: the request id, the headers and the errors. Errors that
 * several operations have are components. Removes tags that no operation has.
 * @param errors every error that the service can respond with. Those of single operations are documented only with these operations.
 */
export function completeDocument(document: OpenAPIObject, errors: readonly HttpError[]): OpenAPIObject {
  const responses: Responses = {};
  const operations = Object.values(document.paths).flatMap((item) => Object.entries(item as Record<string, Operation>));
  const codes = new Set(Object.keys(platformErrors));
  const pages = {};
  for (const [method, operation] of operations) {
    for (const code of operation[errorsExtension] ?? []) codes.add(code);
    Object.assign(pages, operation[pageExtension]);
    complete(operation, method, errors, responses);
  }
  const { schemas, ...components } = document.components!;
  return {
    ...document,
    tags: (document.tags ?? []).filter(({ name }) => operations.some(([, { tags }]) => tags?.includes(name))),
    components: {
      ...components,
      parameters: { [requestIdParameter.name]: requestIdParameter },
      schemas: { ...schemas, ...pages, Error: errorSchema(errors.filter(({ code }) => codes.has(code))) },
      responses,
      headers: headerComponents,
    },
  };
}

/** @param shared the error responses that are components, by name. This function adds those that are missing. */
function complete(operation: Operation, method: string, errors: readonly HttpError[], shared: Responses): void {
  const { deprecated = false, requestBody, responses, [errorsExtension]: ownCodes } = operation;
  const { operationId } = operation;
  if (!ownCodes) throw new Error(`Add @ApiErrors(…), with its error codes, to ${operationId} in its *.controller.ts`);
  const unknown = ownCodes.filter((code) => !errors.some((error) => error.code === code));
  if (unknown.length > 0) throw new Error(`Add ${unknown.join()} of ${operationId} to the errors of a *.feature.ts`);
  Reflect.deleteProperty(operation, errorsExtension);
  Reflect.deleteProperty(operation, pageExtension);
  operation.parameters = [
    ...(operation.parameters ?? []).map(completeParameter),
    { $ref: '#/components/parameters/X-Request-Id' },
  ];
  for (const success of Object.values(responses) as { headers?: Headers }[]) {
    success.headers = { ...commonHeaders, ...(deprecated && deprecationHeaders), ...success.headers };
  }
  // These errors occur after the operation is known, so their responses have its headers.
  const isOfOperation = (error: HttpError) =>
    ownCodes.includes(error.code) ||
    (requestBody !== undefined && bodyErrors.includes(error)) ||
    (method !== 'get' && error === platformErrors.read_only_key) ||
    operationErrors.includes(error);
  const documented = errors.filter((error) => isOfOperation(error) || unparsedErrors.includes(error));
  for (const status of new Set(documented.map((error) => error.status))) {
    const ofStatus = documented.filter((error) => error.status === status);
    const isDeprecated = deprecated && ofStatus.some(isOfOperation);
    const isPatch = method === 'patch' && ofStatus.includes(platformErrors.unsupported_media_type);
    const name = ofStatus.map(({ code }) => code).join('-');
    const component = `${name}${isDeprecated ? '-deprecated' : ''}${isPatch ? '-patch' : ''}`;
    shared[component] ??= errorResponse(ofStatus, {
      ...commonHeaders,
      ...(isDeprecated && deprecationHeaders),
      ...(isPatch && { 'Accept-Patch': acceptPatch }),
    });
    responses[status] = { $ref: `#/components/responses/${component}` };
  }
}

/**
 * Adds what Nest omits: how a list is sent, as a repeated parameter, and the example of a required parameter, from its schema. Swagger UI
 * and dredd fill in only the example of the parameter itself. Optional parameters have none there, so that these tools leave them out.
 */
function completeParameter(parameter: Parameter): Parameter {
  const { required, schema } = parameter as {
    required?: boolean;
    schema?: { type?: string; examples?: readonly unknown[] };
  };
  return {
    ...parameter,
    ...(schema?.type === 'array' && { style: 'form', explode: true }),
    ...(required && schema?.examples && { example: schema.examples[0] }),
  };
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

/** Returns the schema `Error` of the document. The first error with status 404 is its example. */
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
