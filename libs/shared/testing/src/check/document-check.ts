import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { parseHead } from '../raw/raw-http.ts';
import { Contract, type Exchange } from './contract.ts';
import type { OpenApiDocument } from './document.ts';

/** Checks responses against an OpenAPI document and collects the violations. */
export class DocumentCheck {
  readonly contract: Contract;
  private violations: string[] = [];

  /** @param name name of the document, for messages */
  constructor(
    readonly document: OpenApiDocument,
    private readonly name: string,
  ) {
    this.contract = new Contract(document);
  }

  /** Checks one response and records its violations. */
  recordViolations(exchange: Exchange): void {
    this.violations.push(...this.contract.violationsOf(exchange));
  }

  /** Returns and removes the recorded violations. For tests that cause a violation intentionally. */
  takeViolations(): string[] {
    const taken = this.violations;
    this.violations = [];
    return taken;
  }

  /** Removes the recorded violations. @throws Error that lists them, if there are any */
  expectNoViolations(): void {
    const taken = this.takeViolations();
    if (taken.length > 0) throw new Error(`Responses violate ${this.name}:\n${taken.join('\n')}`);
  }

  /** Adds listeners to the server that check every response when it ends, and record its violations. */
  checkResponsesOf(server: Server): void {
    const prepared = new WeakSet<ServerResponse>();
    // Node emits `checkContinue` or `checkExpectation` for requests with `Expect`. Their listeners may also emit `request`.
    for (const event of ['request', 'checkContinue', 'checkExpectation']) {
      server.prependListener(event, (request: IncomingMessage, response: ServerResponse) => {
        if (!prepared.has(response)) this.checkResponse(request, response);
        prepared.add(response);
      });
    }
  }

  private checkResponse({ method = '', url = '' }: IncomingMessage, response: ServerResponse): void {
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
      const head = parseHead((response as ServerResponse & { _header: string })._header);
      // Node does not send the body of a response to HEAD.
      const text = method === 'HEAD' ? '' : Buffer.concat(body).toString();
      this.recordViolations({ method, path: url, ...head, text });
      return response;
    };
  }
}
