import { PetstoreClient, type PetstoreClientOptions } from '../petstore-client.ts';

export interface SentRequest {
  readonly method: string | undefined;
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
  /** Milliseconds since the start of the test, on fake timers. */
  readonly at: number;
}

/**
 * The reaction to a request: a response, a function that makes one, a network error, or no response until the client aborts the
 * request.
 */
export type Reaction = Response | (() => Promise<Response>) | Error | 'no response' | 'no body';

/** A fake `fetch` that records the requests. Request n gets reaction n. */
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

  /** The time of each request: milliseconds since the start of the test, on fake timers. */
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
    if (typeof reaction === 'function') return reaction();
    if (reaction === 'no response') return new Promise((_, reject) => whenAborted(signal, reject));
    if (reaction === 'no body') {
      return new Response(
        new ReadableStream({ start: (controller) => whenAborted(signal, (reason) => controller.error(reason)) }),
      );
    }
    return reaction;
  };
}

function whenAborted(signal: AbortSignal | null | undefined, onAbort: (reason: unknown) => void): void {
  signal?.addEventListener('abort', () => onAbort(signal.reason));
}

export function jsonResponse(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { 'X-Request-Id': 'r-1', ...headers } });
}

export function errorResponse(status: number, code: string, headers: Record<string, string> = {}): Response {
  return jsonResponse(status, JSON.stringify({ code, message: `It is ${code}.`, status }), headers);
}

/** Returns the error that Node's fetch throws when the server refuses the connection. */
export function connectionRefused(): Error {
  return new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') });
}

/** The JSON text of a Pet. */
export const rex = '{"id":42,"name":"Rex","categoryId":7,"status":"available"}';

/** Returns a page of animals with these ids, and with a link to the next page if `next` is passed. */
export function petPage(ids: number[], next?: string): Response {
  const pets = ids.map((id) => `{"id":${id},"name":"Pet ${id}","categoryId":1,"status":"available"}`);
  return jsonResponse(200, `[${pets.join(',')}]`, next === undefined ? {} : { Link: `<${next}>; rel="next"` });
}

/** Replaces the timers by fake ones, which the test advances. */
export function fakeTimers(): void {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'performance'] });
}

/** Runs all fake timers until the call settles. @returns its result or its error */
export async function runTimersAndSettle(call: Promise<unknown>): Promise<unknown> {
  const settled = call.catch((error: unknown) => error);
  await jest.runAllTimersAsync();
  return settled;
}
