import { operationsOf, pointedAt, type OpenApiDocument, type Operation, type ResponseObject } from './document.ts';
import { headerFaults } from './headers.ts';
import { oddNumbers } from './plain-integers.ts';
import { AnswerSchemas } from './schemas.ts';

/** A request and what was answered. */
export interface Exchange {
  /** Empty for what never became a request. */
  readonly method: string;
  /** The request's target, query included; empty for what never became a request. */
  readonly path: string;
  readonly status: number;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

interface ErrorBody {
  readonly code: string;
  readonly status: number;
}

const json = 'application/json';

/** Every failure there is, wherever it comes from: the Error body. */
const anyFailure: ResponseObject = { content: { [json]: { schema: { $ref: '#/components/schemas/Error' } } } };

/** What the document promises, to hold answers to. */
export class Contract {
  private readonly operations: readonly { readonly operation: Operation; readonly path: RegExp }[];
  private readonly schemas: AnswerSchemas;

  constructor(private readonly document: OpenApiDocument) {
    this.schemas = new AnswerSchemas(document);
    this.operations = operationsOf(document).map((operation) => ({ operation, path: patternOf(operation.path) }));
  }

  /** The operation that a request is for, HEAD being GET. */
  operationFor({ method, path }: Pick<Exchange, 'method' | 'path'>): Operation | undefined {
    const [name, bare] = [
      method === 'HEAD' ? 'GET' : method,
      path.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*/s, ''),
    ];
    return this.operations.find(({ operation, path }) => operation.method === name && path.test(bare))?.operation;
  }

  /** @throws Error that tells everything in which the answer breaks the document */
  check(exchange: Exchange): void {
    const faults = this.faultsOf(exchange);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  }

  /** Everything in which the answer breaks the document, in a sentence each. */
  faultsOf(exchange: Exchange): string[] {
    const operation = this.operationFor(exchange);
    const name = operation?.operationId ?? 'no operation';
    const where = `${exchange.method} ${exchange.path} (${name}) answered ${exchange.status}`;
    return this.faults(exchange, operation).map((fault) => `${where}: ${fault}`);
  }

  private faults(exchange: Exchange, operation: Operation | undefined): string[] {
    if (!operation) return exchange.status >= 400 ? this.contentFaults(exchange, anyFailure) : [];
    const documented = operation.responses[exchange.status];
    if (!documented) return ['the status is not documented'];
    const headers = Object.entries(documented.headers ?? {}).map(([name, header]) => ({
      name,
      ...pointedAt(this.document, header),
    }));
    return [...headerFaults(exchange, headers, this.schemas), ...this.contentFaults(exchange, documented)];
  }

  private contentFaults({ method, status, headers, text }: Exchange, { content = {} }: ResponseObject): string[] {
    const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
    const documented = content[type];
    if (!documented) return [`the content type "${type}" is not documented`];
    if (method === 'HEAD') return text === '' ? [] : ['HEAD was answered with a body'];
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return [`the body is not JSON: ${text}`];
    }
    const faults = this.schemas.faultsOf(body, documented.schema).map((fault) => `body${fault}`);
    faults.push(...oddNumbers(text).map((number) => `the body holds ${number}, no int64 in plain digits`));
    if (status < 400 || faults.length > 0) return faults;
    const codes = Object.values(documented.examples ?? {}).map(({ value }) => (value as ErrorBody).code);
    return errorFaults(body as ErrorBody, status, codes);
  }
}

function errorFaults(body: ErrorBody, status: number, codes: string[]): string[] {
  const faults: string[] = [];
  if (body.status !== status) faults.push(`the body says status ${body.status}`);
  if (codes.length > 0 && !codes.includes(body.code)) faults.push(`the code ${body.code} is not documented for it`);
  return faults;
}

/** One trailing slash is tolerated. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`);
}
