import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Contract, type Exchange, type OpenApiDocument } from '@petstore/contract';
import { readHead } from '../raw/read-head.ts';

/** Checks responses against an OpenAPI document and collects the violations. */
export class DocumentCheck {
  readonly contract: Contract;
  private violations: string[] = [];

  /** @param name of the document in messages */
  constructor(
    readonly document: OpenApiDocument,
    private readonly name: string,
  ) {
    this.contract = new Contract(document);
  }

  check(exchange: Exchange): void {
    this.violations.push(...this.contract.violationsOf(exchange));
  }

  /** Returns the violations since the last call, and forgets them. For tests that cause a violation on purpose. */
  takeViolations(): string[] {
    const taken = this.violations;
    this.violations = [];
    return taken;
  }

  /** @throws Error that lists the violations since the last call */
  expectNoViolations(): void {
    const taken = this.takeViolations();
    if (taken.length > 0) throw new Error(`Responses violate ${this.name}:\n${taken.join('\n')}`);
  }

  /** Checks every response of the server before its client receives it. */
  watch(server: Server): void {
    const watched = new WeakSet<ServerResponse>();
    // Node emits other events for requests with `Expect`. Their listeners may pass the request on to `request`.
    for (const event of ['request', 'checkContinue', 'checkExpectation']) {
      server.prependListener(event, (request: IncomingMessage, response: ServerResponse) => {
        if (!watched.has(response)) this.watchResponse(request, response);
        watched.add(response);
      });
    }
  }

  private watchResponse({ method = '', url = '' }: IncomingMessage, response: ServerResponse): void {
    const body: Buffer[] = [];
    const { write, end } = response;
    const record = (chunk: unknown) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) body.push(Buffer.from(chunk as string));
    };
    response.write = (...parameters: unknown[]) => {
      record(parameters[0]);
      return write.apply(response, parameters as Parameters<typeof write>);
    };
    response.end = (...parameters: unknown[]) => {
      record(parameters[0]);
      end.apply(response, parameters as Parameters<typeof end>);
      // The head as Node sent it: `getHeaders` does not return the headers that were passed to `writeHead`.
      const head = readHead((response as ServerResponse & { _header: string })._header);
      // Node does not send the body of a response to HEAD.
      const text = method === 'HEAD' ? '' : Buffer.concat(body).toString();
      this.check({ method, path: url, ...head, text });
      return response;
    };
  }
}
