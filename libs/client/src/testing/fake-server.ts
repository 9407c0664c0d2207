import { PetstoreClient, type PetstoreClientOptions } from '../petstore-client.ts';

export interface SentRequest {
  readonly method: string | undefined;
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
  /** Milliseconds since the start of the test, on fake timers. */
  readonly at: number;
}

/** The reaction to a request. `silence` never responds, so that only the client's signal ends the request. */
export type Reaction = Response | Error | 'silence' | 'silence after the headers';

/** A `fetch` with one given reaction for each request. Records the requests. */
export class FakeServer {
  readonly requests: SentRequest[] = [];
  private readonly start = Date.now();
  private readonly reactions: Reaction[];

  constructor(...reactions: Reaction[]) {
    this.reactions = reactions;
  }

  client(options: Partial<PetstoreClientOptions> = {}): PetstoreClient {
    return new PetstoreClient({ baseUrl: 'http://pets.example/v1', apiKey: 'pets_key', fetch: this.fetch, ...options });
  }

  /** When each request was sent. */
  get times(): number[] {
    return this.requests.map(({ at }) => at);
  }

  private readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const { method, body, signal } = init ?? {};
    const headers = new Headers(init?.headers as Headers);
    this.requests.push({ method, url: String(input), headers, body, at: Date.now() - this.start });
    const reaction = this.reactions.shift();
    if (reaction === undefined) throw new Error('unexpected request');
    if (reaction instanceof Error) throw reaction;
    if (reaction === 'silence') return new Promise((_, reject) => whenAborted(signal, reject));
    if (reaction === 'silence after the headers') {
      return new Response(new ReadableStream({ start: (body) => whenAborted(signal, (reason) => body.error(reason)) }));
    }
    return reaction;
  };
}

function whenAborted(signal: AbortSignal | null | undefined, end: (reason: unknown) => void): void {
  signal?.addEventListener('abort', () => end(signal.reason));
}

export function json(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { 'X-Request-Id': 'r-1', ...headers } });
}

export function refused(status: number, code: string, headers: Record<string, string> = {}): Response {
  return json(status, JSON.stringify({ code, message: `It is ${code}.`, status }), headers);
}

/** The error of Node's fetch when the connection is refused. */
export function unreachable(): Error {
  return new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') });
}

export const rex = '{"id":42,"name":"Rex","categoryId":7,"status":"available"}';

/** Fakes the timers. The test advances them. */
export function stopTimers(): void {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'performance'] });
}

/** Runs all timers of a call. @returns its result or its error */
export async function outcome(call: Promise<unknown>): Promise<unknown> {
  const settled = call.catch((error: unknown) => error);
  await jest.runAllTimersAsync();
  return settled;
}
