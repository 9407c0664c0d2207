import { once } from 'node:events';
import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ApiRequest } from './requests.ts';

/** Response to a request, or the reason why there is no complete response. */
export interface ClientResponse {
  /** 0 if no complete response was received. */
  readonly status: number;
  /**
   * `code` of the error body, or `no Error body`; empty below status 400; the error code of the system if no complete response
   * was received.
   */
  readonly code: string;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
  /** Time from the request to the end of the response, in milliseconds. */
  readonly milliseconds: number;
  /** Time of the end of the response, by `performance.now()`. */
  readonly at: number;
  /** Whether the connection had carried a request before. */
  readonly isReused: boolean;
}

/** Milliseconds without activity on the connection after which a client gives up. No response of the service may take that long. */
const responseTimeout = 60_000;

/** A client with one keep-alive connection. */
export class Client {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  /**
   * @param address called for each request, because a restarted service listens on another port
   * @param key API key; without it, requests have no `Authorization` header
   */
  constructor(
    private readonly address: () => string,
    private readonly key?: string,
  ) {}

  /** Sends the request. Does not throw if the connection fails: the response then has status 0. */
  async send({ method, path, body, idempotencyKey }: ApiRequest): Promise<ClientResponse> {
    const started = performance.now();
    const headers = {
      ...(this.key !== undefined && { Authorization: `Bearer ${this.key}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    };
    const sent = request(this.address() + path, { method, headers, agent: this.agent, timeout: responseTimeout });
    sent.on('timeout', () => sent.destroy(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })));
    let failure: Error | undefined;
    // `once` listens only until the response. Without this listener, an error while the body is read would be uncaught.
    sent.on('error', (error) => (failure ??= error));
    const timing = () => ({
      milliseconds: performance.now() - started,
      at: performance.now(),
      isReused: sent.reusedSocket,
    });
    try {
      sent.end(body);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      const received = await text(response);
      const { statusCode: status = 0 } = response;
      return {
        status,
        code: status < 400 ? '' : codeOf(received),
        text: received,
        headers: response.headers,
        ...timing(),
      };
    } catch (error) {
      const { code, message } = (failure ?? error) as NodeJS.ErrnoException;
      return { status: 0, code: code ?? message, text: '', headers: {}, ...timing() };
    }
  }

  /** Closes the connection. */
  close(): void {
    this.agent.destroy();
  }
}

function codeOf(body: string): string {
  try {
    const { code } = JSON.parse(body) as { code?: unknown };
    if (typeof code === 'string') return code;
  } catch {
    // The body is not JSON.
  }
  return 'no Error body';
}
