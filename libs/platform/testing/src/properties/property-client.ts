import type { DocumentCheck } from '../check/document-check.ts';
import type { Answer } from '../raw/answer.ts';
import { KeepAliveClient, type Request } from '../raw/keep-alive-client.ts';

/** An application that runs for one test. */
export interface RunningApplication {
  readonly port: number;
  /** Headers that authenticate a request. */
  readonly credentials: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Sends the requests of the properties, checks each response against the document, and counts by operation and status. */
export class PropertyClient {
  private readonly client: KeepAliveClient;

  constructor(
    private readonly application: RunningApplication,
    private readonly documentCheck: DocumentCheck,
    private readonly counts: Map<string, number>,
  ) {
    this.client = new KeepAliveClient(application.port);
  }

  /** @throws Error if the response violates the document, so that fast-check shrinks the request */
  async sendUnauthenticated(request: Request): Promise<Answer> {
    const answer = await this.client.send(request);
    const operation = this.documentCheck.contract.operationFor(request)?.operationId ?? 'no operation';
    const name = `${operation} ${answer.status}`;
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    this.documentCheck.expectNoViolations();
    return answer;
  }

  /** Sends the request with valid credentials, unless it has its own. */
  send(request: Request): Promise<Answer> {
    return this.sendUnauthenticated({ ...request, headers: { ...this.application.credentials, ...request.headers } });
  }

  async close(): Promise<void> {
    this.client.close();
    await this.application.close();
  }
}
