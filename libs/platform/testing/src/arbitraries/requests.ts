import type { Operation } from '@petstore/contract';
import { maxBodyBytes } from '@petstore/http/nest/json-body';
import fc, { type Arbitrary } from 'fast-check';
import type { Request } from '../raw/keep-alive-client.ts';
import { bodySchemaOf, parametersIn } from './flatten-schemas.ts';
import { canHaveInvalidHeaders, invalidHeaders } from './headers.ts';
import { validInteger } from './integers.ts';
import { invalidJson, validJson } from './json.ts';
import { malformedJson } from './malformed-json.ts';
import { invalidQuery, validQuery } from './query.ts';
import { validText } from './text.ts';

/** A request with one error. */
export interface InvalidRequest extends Request {
  readonly violation: string;
  /** Error code of the expected response. */
  readonly code: string;
}

/** A request that the document allows. */
export interface ValidRequest extends Request {
  /** Value of the JSON body. */
  readonly value?: unknown;
}

/** The error codes for missing and for invalid credentials. */
export interface CredentialErrors {
  readonly missing: string;
  readonly invalid: string;
}

const json = 'application/json';

/** Replaces the path's parameters by the values, in their order. */
export function fillPath({ path }: Operation, ...values: readonly unknown[]): string {
  const rest = [...values];
  return path.replace(/\{\w+\}/g, () => encodeURIComponent(String(rest.shift())));
}

/** Generates paths of the operation with parameters that are valid against their schemas. */
export function validPaths(operation: Operation): Arbitrary<string> {
  const values = parametersIn('path', operation).map(({ schema }): Arbitrary<unknown> => {
    return schema.type === 'integer' ? validInteger(schema) : validText(schema);
  });
  return fc.tuple(...values).map((drawn) => fillPath(operation, ...drawn));
}

/**
 * Generates valid requests of an operation.
 * @param operation operation with flat schemas (`flatOperations`)
 * @param paths paths of the operation. Default: all valid paths.
 */
export function validRequest(operation: Operation, paths = validPaths(operation)): Arbitrary<ValidRequest> {
  const schema = bodySchemaOf(operation);
  const body = schema ? validJson(schema) : fc.constant(undefined);
  return fc.tuple(paths, validQuery(operation), body, validType(operation)).map(([path, query, sent, contentType]) => ({
    method: operation.method,
    path: path + query,
    headers: sent ? { 'Content-Type': contentType } : {},
    ...(sent && { body: sent.text, value: sent.value }),
  }));
}

/** Generates the operation's media types of the body, in any case, without a charset or with UTF-8. */
function validType({ requestBody }: Operation): Arbitrary<string> {
  const types = Object.keys(requestBody?.content ?? { [json]: {} });
  const spellings = types.map((type) =>
    fc.constantFrom(type, type.toUpperCase(), `${type};charset=utf-8`, `${type}; charset="UTF-8"`),
  );
  return fc.oneof(...spellings);
}

/** Whether the operation has a body or query parameters, so that `invalidRequest` can generate requests. */
export function canBeInvalid(operation: Operation): boolean {
  return bodySchemaOf(operation) !== undefined || parametersIn('query', operation).length > 0;
}

/** Generates requests with one error. @param operation operation with flat schemas (`flatOperations`) */
export function invalidRequest(operation: Operation): Arbitrary<InvalidRequest> {
  const schema = bodySchemaOf(operation);
  const { method } = operation;
  if (!schema) {
    return fc.tuple(validPaths(operation), invalidQuery(operation)).map(([path, query]) => ({
      ...{ method, path: path + query, headers: {} },
      ...{ violation: 'query', code: 'invalid_parameter' },
    }));
  }
  const valid = validJson(schema);
  const sent = (violation: string, code: string, parts: Arbitrary<Pick<Request, 'headers' | 'body'>>) =>
    fc
      .tuple(validPaths(operation), parts)
      .map(([path, part]) => ({ method, path, headers: { 'Content-Type': json }, ...part, violation, code }));
  const invalidBody = fc.tuple(validPaths(operation), invalidJson(schema)).map(([path, { violation, text }]) => ({
    ...{ method, path, headers: { 'Content-Type': json }, body: text },
    ...{ violation, code: 'invalid_body' },
  }));
  const malformedBody = malformedJson(valid).map((body) => ({ body }));
  const tooLarge = fc.tuple(valid, fc.constantFrom(1, 2, 1_000)).map(([{ text }, excess]) => ({
    body: text + ' '.repeat(maxBodyBytes + excess - Buffer.byteLength(text)),
  }));
  const otherType = fc.tuple(valid, otherTypes).map(([{ text }, headers]) => ({ headers, body: text }));
  const weighted = [
    { weight: 12, arbitrary: invalidBody },
    { weight: 3, arbitrary: sent('bytes', 'malformed_json', malformedBody) },
    { weight: 2, arbitrary: sent('content type', 'unsupported_media_type', otherType) },
    { weight: 1, arbitrary: sent('too large', 'payload_too_large', tooLarge) },
  ];
  if (!canHaveInvalidHeaders(operation)) return fc.oneof(...weighted);
  const invalidHeader = fc.tuple(valid, invalidHeaders(operation)).map(([{ text }, header]) => ({
    headers: { 'Content-Type': json, ...header },
    body: text,
  }));
  return fc.oneof(...weighted, { weight: 2, arbitrary: sent('header', 'invalid_parameter', invalidHeader) });
}

const otherTypes: Arbitrary<Record<string, string>> = fc.oneof(
  fc
    .constantFrom(
      'text/plain',
      'application/xml',
      'application/jsonx',
      'application/x-www-form-urlencoded',
      '',
      '/',
      ';',
    )
    .map((type) => ({ 'Content-Type': type })),
  fc.constantFrom('utf-16', 'latin1', 'utf8').map((charset) => ({ 'Content-Type': `${json}; charset=${charset}` })),
  fc.constantFrom('gzip', 'identity', 'br').map((coding) => ({ 'Content-Type': json, 'Content-Encoding': coding })),
);

/** Generates missing and invalid credentials for an operation that needs a bearer token, each with the expected error code. */
export function invalidCredentials({
  missing,
  invalid,
}: CredentialErrors): Arbitrary<{ headers: NonNullable<Request['headers']>; code: string }> {
  return fc.oneof(
    fc
      .constantFrom<NonNullable<Request['headers']>>(
        {},
        { Authorization: '' },
        { 'X-Api-Key': 'pets_1' },
        { Cookie: 'key=pets_1' },
      )
      .map((headers) => ({ headers, code: missing })),
    fc
      .tuple(fc.constantFrom('Bearer ', 'bearer ', 'Basic ', ''), fc.stringMatching(/^[!-~]{1,60}$/))
      .map(([scheme, token]) => ({ headers: { Authorization: scheme + token }, code: invalid })),
  );
}
