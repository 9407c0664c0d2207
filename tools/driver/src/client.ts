import { once } from 'node:events';
import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** What came of a request. */
export interface Answer {
  /** 0 when none came. */
  readonly status: number;
  /** Of the Error body; the system's where no answer came. */
  readonly code: string;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
  readonly milliseconds: number;
  /** When it was over, by `performance.now()`. */
  readonly at: number;
  /** Whether the connection had carried a request before. */
  readonly isKept: boolean;
}

/** Milliseconds after which a client gives up: far beyond what any answer may take. */
const longestWait = 60_000;

/** One client with one connection, which it keeps as long as the service does. */
export class Client {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  /** @param address asked anew for each request: who is started again listens elsewhere */
  constructor(
    private readonly address: () => string,
    private readonly key: string,
  ) {}

  async send(method: string, path: string, newPet?: object, idempotencyKey?: string): Promise<Answer> {
    const begun = performance.now();
    const headers = {
      Authorization: `Bearer ${this.key}`,
      ...(newPet && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
    };
    const asked = request(this.address() + path, { method, headers, agent: this.agent, timeout: longestWait });
    asked.on('timeout', () => asked.destroy(Object.assign(new Error('given up'), { code: 'ETIMEDOUT' })));
    const over = () => ({ milliseconds: performance.now() - begun, at: performance.now(), isKept: asked.reusedSocket });
    try {
      asked.end(newPet && JSON.stringify(newPet));
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      const body = await text(response);
      const { statusCode: status = 0, headers: received } = response;
      return { status, code: status < 400 ? '' : codeOf(body), text: body, headers: received, ...over() };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      return { status: 0, code: code ?? message, text: '', headers: {}, ...over() };
    }
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
