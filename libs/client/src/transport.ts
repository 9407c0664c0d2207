import { parseError, unexpectedResponse, type ParsedResponse } from './parse-response.ts';
import { readJson } from './exact-json.ts';
import { PetstoreError } from './petstore-error.ts';
import { persistentRetryDelay, retryDelay, type RetryPolicy } from './retry-policy.ts';
import { delay, maxTimerDelay } from './delay.ts';

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

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Path and query, relative to the base URL. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal | undefined;
  readonly retryPolicy: RetryPolicy;
  /** Retries until an attempt succeeds or fails with an error that `retryPolicy` does not retry; false by default. */
  readonly isPersistent?: boolean;
  /** Seconds for which the service may hold back the response, in addition to the timeout; 0 by default. */
  readonly wait?: number;
}

/** Sends calls to the service, and retries a failed call if its policy allows it. */
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
  async send(call: Call): Promise<ParsedResponse> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.attempt(call);
      } catch (error) {
        const milliseconds = this.delayBeforeRetry(attempt, call, error);
        if (milliseconds === undefined) throw error;
        await delay(milliseconds, call.signal);
      }
    }
  }

  /** @returns milliseconds; undefined if the call must not be retried */
  private delayBeforeRetry(attempt: number, call: Call, error: unknown): number | undefined {
    if (!(error instanceof PetstoreError) || !call.retryPolicy(error)) return undefined;
    if (call.isPersistent) return persistentRetryDelay(attempt, error);
    return attempt < this.#options.retries ? retryDelay(attempt, error) : undefined;
  }

  private async attempt(call: Call): Promise<ParsedResponse> {
    const { response, text } = await this.fetchText(call);
    const parsedResponse = { response, body: parseBody(response, text) };
    if (!response.ok) throw parseError(parsedResponse);
    return parsedResponse;
  }

  /** Sends one request and reads the whole response within the timeout. */
  private async fetchText(call: Call): Promise<{ response: Response; text: string }> {
    const { baseUrl, apiKey, fetch } = this.#options;
    const { method, body = null, signal, wait = 0 } = call;
    const timeout = Math.min(this.#options.timeout + wait * 1000, maxTimerDelay);
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
      const response = await fetch(baseUrl + call.path, {
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
      throw new PetstoreError('network_error', `No response: ${describeCause(cause)}`, { status: 0, cause });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }
}

function parseBody(response: Response, text: string): unknown {
  try {
    return readJson(text);
  } catch (cause) {
    throw unexpectedResponse(response, undefined, cause);
  }
}

/** Prefers the cause, because Node's fetch throws a generic message. Some causes have only a code. */
function describeCause(error: unknown): string {
  const { cause, message } = (error ?? {}) as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || String(error);
}
