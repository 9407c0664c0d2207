import {
  operationsOf,
  resolveReference,
  type OpenApiDocument,
  type Operation,
  type ResponseObject,
} from './document.ts';
import type { Exchange } from './exchange.ts';
import { headerViolations } from './header-violations.ts';
import { nonInt64Numbers } from './non-int64-numbers.ts';
import { SchemaValidator } from './schema-validator.ts';

interface ErrorBody {
  readonly code: string;
  readonly status: number;
}

const json = 'application/json';

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
    const headers = Object.entries(documented.headers ?? {}).map(([name, header]) => ({
      name,
      ...resolveReference(this.document, header),
    }));
    return [...headerViolations(exchange, headers, this.schemas), ...this.contentViolations(exchange, documented)];
  }

  private contentViolations({ method, status, headers, text }: Exchange, { content = {} }: ResponseObject): string[] {
    const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
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
