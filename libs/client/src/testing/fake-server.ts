import { PetstoreClient, type PetstoreClientOptions } from '../index.ts';

/**
 * What happens to a request: a response, a function that returns one, or a network error. 'no response' and 'no body' (a response whose
 * body does not end) keep the client waiting until it aborts the request.
 */
export type Reaction = Response | (() => Promise<Response>) | Error | 'no response' | 'no body';

/** A fake `fetch` that records the requests. Request n gets reaction n. */
export class FakeServer {
  readonly requests: { method?: string; url: string; headers: Headers; body?: unknown }[] = [];
  /** The time of each request: milliseconds since the start of the test, on fake timers. */
  readonly times: number[] = [];
  private readonly start = Date.now();
  private readonly reactions: Reaction[];

  constructor(...reactions: Reaction[]) {
    this.reactions = reactions;
  }

  client(options: Partial<PetstoreClientOptions> = {}): PetstoreClient {
    return new PetstoreClient({ baseUrl: 'http://pets.example/v1', apiKey: 'pets_key', fetch: this.fetch, ...options });
  }

  /** The URLs of the requests, without the base URL. */
  get paths(): string[] {
    return this.requests.map(({ url }) => url.replace('http://pets.example/v1', ''));
  }

  private readonly fetch = (async (input: string, { headers, signal, ...init }: RequestInit & { method: string }) => {
    this.requests.push({ ...init, url: input, headers: headers as Headers });
    this.times.push(Date.now() - this.start);
    const reaction = this.reactions.shift();
    if (reaction === undefined) throw new Error('unexpected request');
    if (reaction instanceof Error) throw reaction;
    if (typeof reaction === 'function') return reaction();
    if (reaction instanceof Response) return reaction;
    if (reaction === 'no response') return new Promise((_, reject) => whenAborted(signal, reject));
    const start = (body: ReadableStreamDefaultController) => whenAborted(signal, (reason) => body.error(reason));
    return new Response(new ReadableStream({ start }));
  }) as typeof globalThis.fetch;
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

/** Returns a page of items that are animals and orders, with a link to the next page if `next` is passed. */
export function pageOf(ids: number[], next?: string): Response {
  const items = ids.map((id) => ({ id, petId: 1, name: `Pet ${id}`, categoryId: 1, status: 'available' }));
  return jsonResponse(200, JSON.stringify(items), next === undefined ? {} : { Link: `<${next}>; rel="next"` });
}

/** Returns a page with an event for each animal: an update, or, for a negative id, a deletion. Has a link to the next page if `next` is passed. */
export function eventsOf(ids: number[], next?: string): Response {
  const events = ids.map((id) => ({
    type: id < 0 ? 'pet.deleted' : 'pet.updated',
    data: { pet: { id: Math.abs(id), name: `Pet ${id}`, categoryId: 1, status: 'available' } },
  }));
  return jsonResponse(200, JSON.stringify(events), next === undefined ? {} : { Link: `<${next}>; rel="next"` });
}

/** Replaces the timers and the jitter of delays in each test of the file. A test fails if it leaves a timer. */
export function useFakeTimers(): void {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'performance'] });
    jest.spyOn(Math, 'random').mockReturnValue(1);
  });

  afterEach(() => {
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });
}

/** Runs all fake timers until the call settles. @returns its result or its error */
export async function settle(call: Promise<unknown>): Promise<unknown> {
  const settled = call.catch((error: unknown) => error);
  await jest.runAllTimersAsync();
  return settled;
}
