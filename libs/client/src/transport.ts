import { parseJson } from './exact-json.ts';
import { PetstoreError, responseError, unexpectedResponse } from './petstore-error.ts';
import { delay, isTemporary, retryDelay } from './retry.ts';

export interface CallOptions {
  /** Cancels the call, including delays before retries. The call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a call that creates something. */
export interface CreateOptions extends CallOptions {
  /**
   * `Idempotency-Key` to use instead of a random one: 1 to 255 visible ASCII characters. Pass one to repeat the create
   * in another call or process. The service stores the key for 24 hours.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface TransportOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Milliseconds for one attempt, including the body of the response. */
  readonly timeout: number;
  /** Maximum number of retries of a call. */
  readonly retries: number;
  readonly fetch: typeof globalThis.fetch;
}

export interface Call<Body> {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Relative to the base URL, without query. */
  readonly path: string;
  /** Undefined members are omitted. */
  readonly query?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal | undefined;
  /** Whether the service can have sent the body. It checks as much as is needed to detect a response of another server. */
  readonly isExpected: (body: unknown) => body is Body;
  /** Retries until an attempt succeeds or fails with an error that is not temporary; false by default. */
  readonly isPersistent?: boolean | undefined;
}

/** A response with an expected body. Integers that a number would round are bigints. */
export interface ParsedResponse<Body> {
  readonly response: Response;
  readonly body: Body;
}

/** Sends calls to the service, and retries those that failed temporarily. */
export class Transport {
  /** A `#` field, because `inspect` and JSON.stringify do not print it: the options contain the key. */
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /**
   * Returns the response of the first attempt that succeeds.
   * @throws PetstoreError if the last attempt failed
   * @throws the signal's reason if it is aborted
   */
  async send<Body>(call: Call<Body>): Promise<ParsedResponse<Body>> {
    const { isPersistent = false, signal } = call;
    const retries = isPersistent ? Infinity : this.#options.retries;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.attempt(call);
      } catch (error) {
        const isRetried = error instanceof PetstoreError && isTemporary(error) && attempt < retries;
        const milliseconds = isRetried ? retryDelay(attempt, isPersistent, error) : undefined;
        if (milliseconds === undefined) throw error;
        await delay(milliseconds, signal);
      }
    }
  }

  private async attempt<Body>(call: Call<Body>): Promise<ParsedResponse<Body>> {
    const { response, text } = await this.fetchText(call);
    let body: unknown;
    try {
      body = parseJson(text);
    } catch (cause) {
      throw unexpectedResponse(response, undefined, cause);
    }
    if (!response.ok) throw responseError(response, body);
    if (!call.isExpected(body)) throw unexpectedResponse(response);
    return { response, body };
  }

  /** Sends one request and reads the whole response within the timeout. */
  private async fetchText(call: Call<unknown>): Promise<{ response: Response; text: string }> {
    const { baseUrl, apiKey, timeout, fetch } = this.#options;
    const { method, path, query = {}, body = null, signal } = call;
    signal?.throwIfAborted();
    // This statement is outside of `try`, so that an invalid header throws a TypeError and not a network_error.
    const headers = new Headers({ Accept: 'application/json', Authorization: `Bearer ${apiKey}`, ...call.headers });
    const controller = new AbortController();
    const abort = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      controller.abort(new DOMException(`no response within ${timeout} ms`, 'TimeoutError'));
    }, timeout);
    try {
      const response = await fetch(baseUrl + path + formatQuery(query), {
        method,
        headers,
        body,
        // The service never redirects, and the client must not send the key to another server.
        redirect: 'manual',
        signal: controller.signal,
      });
      return { response, text: await response.text() };
    } catch (cause) {
      signal?.throwIfAborted();
      if (isTimedOut) throw new PetstoreError('timeout', `No response within ${timeout} ms.`, { status: 0, cause });
      throw new PetstoreError('network_error', `No response: ${describe(cause)}`, { status: 0, cause });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }
}

function formatQuery(query: object): string {
  const sent = Object.entries(query).filter(([, value]) => value !== undefined);
  return sent.length > 0 ? `?${new URLSearchParams(sent.map(([name, value]) => [name, String(value)]))}` : '';
}

/** Prefers the cause, because Node's fetch throws a generic message. Some causes have only a code. */
function describe(error: unknown): string {
  const { cause, message } = (error ?? {}) as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || String(error);
}
