import type { DocumentCheck } from '../check/document-check.ts';
import type { HttpResponse } from '../raw/http-response.ts';
import { KeepAliveClient, type Request } from '../raw/keep-alive-client.ts';

/** An application that runs for one test. */
export interface RunningApplication {
  readonly port: number;
  /** Headers that authenticate a request. */
  readonly credentials: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Sends requests, checks each response against the document, and counts responses by operation and status. */
export class PropertyClient {
  /** Paths of the resources that responses have created: the values of `Location`. */
  readonly created = new Set<string>();
  private readonly client: KeepAliveClient;

  constructor(
    private readonly application: RunningApplication,
    private readonly documentCheck: DocumentCheck,
    private readonly counts: Map<string, number>,
  ) {
    this.client = new KeepAliveClient(application.port);
  }

  /** Sends a request unchanged. @throws Error if the response violates the document, so that fast-check shrinks the request */
  async sendUnauthenticated(request: Request): Promise<HttpResponse> {
    const response = await this.client.send(request);
    const operation = this.documentCheck.contract.operationFor(request)?.operationId ?? 'no operation';
    const name = `${operation} ${response.status}`;
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    this.documentCheck.expectNoViolations();
    if (response.status === 201) this.created.add(response.headers['location']!);
    return response;
  }

  /** Sends the request with valid credentials, unless it has its own. */
  send(request: Request): Promise<HttpResponse> {
    return this.sendUnauthenticated({ ...request, headers: { ...this.application.credentials, ...request.headers } });
  }

  async close(): Promise<void> {
    this.client.close();
    await this.application.close();
  }
}
