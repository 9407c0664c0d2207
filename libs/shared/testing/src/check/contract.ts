import type { HttpResponse } from '../raw/raw-http.ts';
import {
  operationsOf,
  resolveReference,
  type OpenApiDocument,
  type Operation,
  type ResponseObject,
  type Schema,
} from './document.ts';
import { SchemaValidator } from './schema-validator.ts';

/** A request and its response. */
export interface Exchange extends HttpResponse {
  /** Empty if the bytes were not a valid request. */
  readonly method: string;
  /** Request target with the query. Empty if the bytes were not a valid request. */
  readonly path: string;
}

interface ErrorBody {
  readonly code: string;
  readonly status: number;
}

const json = 'application/json';

const http = 'HTTP defines it for every response, and OpenAPI ignores it or clients never handle it.';
const browsers = 'It restricts what browsers do with a response, and has one value for all operations.';
const crossOrigin = 'Browsers handle it. It depends on the origins that the operator allows.';

/** Headers that a response may have although the document does not list them, with the reason. */
export const unlistedHeaders: ReadonlyMap<string, string> = new Map([
  ['access-control-allow-origin', crossOrigin],
  ['access-control-expose-headers', crossOrigin],
  ['connection', http],
  ['content-length', http],
  ['content-security-policy', browsers],
  ['content-type', http],
  ['cross-origin-resource-policy', browsers],
  ['date', http],
  ['keep-alive', http],
  ['vary', crossOrigin],
  ['x-content-type-options', browsers],
]);

/** The form of an error response to a request that is for no documented operation. */
const anyError: ResponseObject = { content: { [json]: { schema: { $ref: '#/components/schemas/Error' } } } };

/** Checks responses against an OpenAPI document. */
export class Contract {
  /** The operations by their paths, in the order in which a request is matched. */
  private readonly paths: readonly { readonly pattern: RegExp; readonly operations: readonly Operation[] }[];
  private readonly schemas: SchemaValidator;

  constructor(private readonly document: OpenApiDocument) {
    this.schemas = new SchemaValidator(document);
    const operations = operationsOf(document);
    const paths = new Set(operations.map(({ path }) => path));
    this.paths = [...paths]
      .toSorted((one, other) => templateCount(one) - templateCount(other))
      .map((path) => ({
        pattern: pathPattern(path),
        operations: operations.filter((operation) => operation.path === path),
      }));
  }

  /**
   * Returns the operation that the request is for; undefined if there is none. HEAD counts as GET. A path without a template
   * matches before one with a template (OpenAPI 3.1, Paths Object), also if it lacks the method.
   */
  operationFor({ method, path }: Pick<Exchange, 'method' | 'path'>): Operation | undefined {
    const documentedMethod = method === 'HEAD' ? 'GET' : method;
    // A request target may be an absolute URL, and may have a query.
    const pathOnly = path.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*/s, '');
    const operations = this.paths.find(({ pattern }) => pattern.test(pathOnly))?.operations;
    return operations?.find((operation) => operation.method === documentedMethod);
  }

  /** @throws Error with all violations if the exchange violates the document */
  check(exchange: Exchange): void {
    const violations = this.violationsOf(exchange);
    if (violations.length > 0) throw new Error(violations.join('\n'));
  }

  /** Returns the violations of the document, one text for each. */
  violationsOf(exchange: Exchange): string[] {
    const operation = this.operationFor(exchange);
    const name = operation?.operationId ?? 'no operation';
    const where = `${exchange.method} ${exchange.path} (${name}) returned ${exchange.status}`;
    return this.violations(exchange, operation).map((violation) => `${where}: ${violation}`);
  }

  private violations(exchange: Exchange, operation: Operation | undefined): string[] {
    if (!operation) return exchange.status >= 400 ? this.contentViolations(exchange, anyError) : [];
    const response = operation.responses[exchange.status];
    if (!response) return ['the status is not documented'];
    const documented = resolveReference(this.document, response);
    return [...this.headerViolations(exchange, documented), ...this.contentViolations(exchange, documented)];
  }

  /** Describes required headers that are missing, values that do not match their schema, and undocumented headers. */
  private headerViolations({ headers }: Exchange, { headers: documented = {} }: ResponseObject): string[] {
    const violations = Object.entries(documented).flatMap(([name, header]) => {
      const { required, schema } = resolveReference(this.document, header);
      const text = headers[name.toLowerCase()];
      if (text === undefined) return required ? [`the header ${name} is missing`] : [];
      const found = this.schemas.violationsOf(headerValue(text, schema), schema);
      return found.map((violation) => `the header ${name}: "${text}"${violation}`);
    });
    const known = new Set(Object.keys(documented).map((name) => name.toLowerCase()));
    const unknown = Object.keys(headers).filter((name) => !known.has(name) && !unlistedHeaders.has(name));
    return [...violations, ...unknown.map((name) => `the header ${name} is not documented`)];
  }

  private contentViolations({ method, status, headers, text }: Exchange, { content }: ResponseObject): string[] {
    const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (!content) return type === '' && text === '' ? [] : ['the response has a body, and none is documented'];
    const documented = content[type];
    if (!documented) return [`the content type "${type}" is not documented`];
    if (method === 'HEAD') return text === '' ? [] : ['the response to HEAD has a body'];
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return [`the body is not JSON: ${text}`];
    }
    const violations = this.schemas.violationsOf(body, documented.schema).map((violation) => `body${violation}`);
    violations.push(
      ...nonInt64Numbers(text).map((number) => `the body contains ${number}, which is not a plain int64`),
    );
    if (status < 400 || violations.length > 0) return violations;
    const codes = Object.values(documented.examples ?? {}).map(({ value }) => (value as ErrorBody).code);
    return errorViolations(body as ErrorBody, status, codes);
  }
}

function errorViolations(body: ErrorBody, status: number, codes: string[]): string[] {
  const violations: string[] = [];
  if (body.status !== status) violations.push(`the body has status ${body.status}`);
  if (codes.length > 0 && !codes.includes(body.code)) {
    violations.push(`the code ${body.code} is not documented for this status`);
  }
  return violations;
}

function templateCount(path: string): number {
  return path.split('{').length - 1;
}

/** Matches the path with or without one trailing slash. */
function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`);
}

/** Converts the text to a number if the schema asks for an integer and the text has digits only. */
function headerValue(text: string, { type }: Schema): unknown {
  return type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text;
}

/** Strings are matched too, so that digits in them are not taken for numbers. */
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs;
const plainInteger = /^-?(?:0|[1-9]\d*)$/;
const [minInt64, maxInt64] = [-(2n ** 63n), 2n ** 63n - 1n];

/**
 * Returns the numbers in a JSON text that are not int64 values in plain digits. A schema validator cannot find them, because it
 * gets parsed values, and `JSON.parse` rounds integers beyond 2^53.
 */
function nonInt64Numbers(text: string): string[] {
  const numbers = [...text.matchAll(stringOrNumber)].map(([token]) => token).filter((token) => !token.startsWith('"'));
  return numbers.filter((token) => !plainInteger.test(token) || BigInt(token) < minInt64 || BigInt(token) > maxInt64);
}
