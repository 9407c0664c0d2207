import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Response to a request, or the reason why there is no complete response. */
export interface Answer {
  /** 0 if no complete response was received. */
  readonly status: number;
  /** `code` of the Error body; the system's error code if no complete response was received; otherwise empty. */
  readonly code: string;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
  /** Time from the request to the end of the response. */
  readonly milliseconds: number;
  /** Time of the end of the response, by `performance.now()`. */
  readonly at: number;
  /** Whether the connection had carried a request before. */
  readonly isReused: boolean;
}

export interface Instance {
  /** `http://host:port`. */
  readonly address: string;
}

/** Milliseconds without activity after which a client gives up. No response of the service may take that long. */
const timeout = 60_000;

/** A client with one keep-alive connection. */
export class Client {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    readonly instance: Instance,
    private readonly key: string,
  ) {}

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  /** Sends a POST with a JSON body. */
  post(path: string, body: object, idempotencyKey?: string): Promise<Answer> {
    const header = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
    return this.send('POST', path, JSON.stringify(body), header);
  }

  /** Sends a request. Does not throw if the connection fails. */
  async send(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<Answer> {
    const started = performance.now();
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const sent = request(this.instance.address + path, {
      method,
      headers: { Authorization: `Bearer ${this.key}`, ...type, ...headers },
      agent: this.agent,
      timeout,
    });
    sent.on('timeout', () => sent.destroy(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })));
    let failure: NodeJS.ErrnoException | undefined;
    // `once` below listens only until the response. Without this listener, an error during the body would be uncaught.
    sent.on('error', (error) => (failure ??= error));
    const answerOf = (
      status: number,
      code: string,
      received: string,
      headersReceived: IncomingHttpHeaders,
    ): Answer => ({
      status,
      code,
      text: received,
      headers: headersReceived,
      milliseconds: performance.now() - started,
      at: performance.now(),
      isReused: sent.reusedSocket,
    });
    try {
      sent.end(body);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      const received = await text(response);
      const { statusCode = 0 } = response;
      return answerOf(statusCode, statusCode < 400 ? '' : codeOf(received), received, response.headers);
    } catch (error) {
      const { code, message } = failure ?? (error as NodeJS.ErrnoException);
      return answerOf(0, code ?? message, '', {});
    }
  }

  /** Reads a page of a list, again after 503. @throws Error after another response than 200 and 503 */
  async readPage<Item>(path: string): Promise<{ items: Item[]; next: string | undefined }> {
    for (;;) {
      const { status, code, text: body, headers } = await this.get(path);
      if (status === 200) {
        const next = /<([^>]*)>; rel="next"/.exec(String(headers.link ?? ''))?.[1];
        return { items: JSON.parse(body) as Item[], next };
      }
      if (status !== 503) throw new Error(`GET ${path} returned ${status} ${code}`);
    }
  }

  /** Reads all pages of a list. @throws Error as `readPage` does */
  async readAll<Item>(path: string): Promise<Item[]> {
    const items: Item[] = [];
    for (let target: string | undefined = path; target !== undefined;) {
      const page: { items: Item[]; next: string | undefined } = await this.readPage(target);
      items.push(...page.items);
      target = page.next;
    }
    return items;
  }

  close(): void {
    this.agent.destroy();
  }
}

function codeOf(body: string): string {
  try {
    return (JSON.parse(body) as { code: string }).code;
  } catch {
    return 'no Error body';
  }
}
