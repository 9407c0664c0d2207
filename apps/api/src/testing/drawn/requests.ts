import type { Operation } from '@petstore/contract';
import fc, { type Arbitrary } from 'fast-check';
import { brokenBytes, largestBody } from './bytes.ts';
import type { Request } from './fast-client.ts';
import { brokenHeaders } from './headers.ts';
import { brokenFor, validFor } from './json.ts';
import { brokenQuery, validQuery } from './query.ts';

/** A request with one fault, and what the document promises for it. */
export interface Faulty extends Request {
  readonly fault: string;
  readonly code: string;
}

/** A request that the document allows; of a body also what it means. */
export interface Valid extends Request {
  readonly means?: unknown;
}

const json = 'application/json';

function bodySchema({ requestBody }: Operation) {
  return requestBody?.content[json]?.schema;
}

/** Where the operation is for this value of its path's parameter. */
export function at({ path }: Operation, value: unknown): string {
  return path.replace(/\{\w+\}/, encodeURIComponent(String(value)));
}

/** Valid requests, all parameters and members drawn; those of a path from `inPath`, which has to lead somewhere. */
export function validRequest(operation: Operation, inPath: Arbitrary<unknown>): Arbitrary<Valid> {
  const schema = bodySchema(operation);
  const body = schema ? validFor(schema) : fc.constant(undefined);
  const type = fc.constantFrom(json, 'Application/JSON', `${json};charset=utf-8`, `${json}; charset="UTF-8"`);
  return fc.tuple(inPath, validQuery(operation), body, type).map(([value, query, sent, contentType]) => ({
    method: operation.method,
    path: at(operation, value) + query,
    headers: sent ? { 'Content-Type': contentType } : {},
    ...(sent && { body: sent.text, means: sent.means }),
  }));
}

/** Requests with a valid key that are wrong in one known place. */
export function faultyRequest(operation: Operation): Arbitrary<Faulty> {
  const { method, path } = operation;
  const schema = bodySchema(operation);
  if (!schema) return faultyQuery(operation);
  const post = { method, path, headers: { 'Content-Type': json } };
  const faultyBody = brokenFor(schema).map(({ fault, text }) => ({
    ...post,
    body: text,
    fault,
    code: 'invalid_body' as const,
  }));
  const valid = validFor(schema);
  const faultyBytes = brokenBytes(valid).map((bytes) => ({
    ...post,
    body: bytes,
    fault: 'bytes',
    code: 'malformed_json' as const,
  }));
  const faultyHeader = fc.tuple(valid, brokenHeaders(operation)).map(([{ text }, header]) => ({
    ...post,
    headers: { ...post.headers, ...header },
    body: text,
    fault: 'header',
    code: 'invalid_parameter' as const,
  }));
  const tooLarge = fc.tuple(valid, fc.constantFrom(1, 2, 1_000)).map(([{ text }, past]) => ({
    ...post,
    body: text + ' '.repeat(largestBody + past - Buffer.byteLength(text)),
    fault: 'too large',
    code: 'payload_too_large' as const,
  }));
  const faultyType = fc.tuple(valid, otherTypes).map(([{ text }, headers]) => ({
    ...post,
    headers,
    body: text,
    fault: 'content type',
    code: 'unsupported_media_type' as const,
  }));
  return fc.oneof(
    { weight: 12, arbitrary: faultyBody },
    { weight: 3, arbitrary: faultyBytes },
    { weight: 2, arbitrary: faultyType },
    { weight: 2, arbitrary: faultyHeader },
    tooLarge,
  );
}

function faultyQuery(operation: Operation): Arbitrary<Faulty> {
  return brokenQuery(operation).map((query) => ({
    method: operation.method,
    path: operation.path + query,
    headers: {},
    fault: 'query',
    code: 'invalid_parameter' as const,
  }));
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

/** Credentials that are none: with the code they are answered. */
export const noKey: Arbitrary<{ headers: Request['headers']; code: string }> = fc.oneof(
  fc
    .constantFrom<Request['headers']>({}, { Authorization: '' }, { 'X-Api-Key': 'pets_1' }, { Cookie: 'key=pets_1' })
    .map((headers) => ({ headers, code: 'missing_api_key' as const })),
  fc
    .tuple(fc.constantFrom('Bearer ', 'bearer ', 'Basic ', ''), fc.stringMatching(/^[!-~]{1,60}$/))
    .map(([scheme, key]) => ({ headers: { Authorization: scheme + key }, code: 'invalid_api_key' as const })),
);
