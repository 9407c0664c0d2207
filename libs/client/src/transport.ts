import { parseError, unexpectedResponse, type ParsedResponse } from './parse-response.ts';
import { readJson } from './exact-json.ts';
import { PetstoreError } from './petstore-error.ts';
import { retryDelay, type RetryPolicy } from './retry-policy.ts';
import { delay } from './delay.ts';

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
  readonly method: 'GET' | 'POST';
  /** Path and query, relative to the base URL. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal | undefined;
  readonly retryPolicy: RetryPolicy;
}

/** Sends calls to the service and retries them if their policy allows it. */
export class Transport {
  /** A private field, so that logs and JSON do not contain the key. */
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /**
   * @throws PetstoreError if the last attempt failed
   * @throws the signal's reason if it is aborted
   */
  async send(call: Call): Promise<ParsedResponse> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.attempt(call);
      } catch (error) {
        const pause = this.delayBeforeRetry(attempt, call, error);
        if (pause === undefined) throw error;
        await delay(pause, call.signal);
      }
    }
  }

  private delayBeforeRetry(attempt: number, call: Call, error: unknown): number | undefined {
    if (attempt >= this.#options.retries || !(error instanceof PetstoreError)) return undefined;
    return call.retryPolicy(error) ? retryDelay(attempt, error) : undefined;
  }

  private async attempt(call: Call): Promise<ParsedResponse> {
    const { response, text } = await this.exchange(call);
    const answer = { response, body: parseBody(response, text) };
    if (!response.ok) throw parseError(answer);
    return answer;
  }

  /** Sends one request and reads the whole response within the timeout. */
  private async exchange(call: Call): Promise<{ response: Response; text: string }> {
    const { baseUrl, apiKey, timeout, fetch } = this.#options;
    const { method, body = null, signal } = call;
    signal?.throwIfAborted();
    // Outside of `try`, so that an invalid header throws a TypeError and not a network_error.
    const headers = new Headers({ Accept: 'application/json', Authorization: `Bearer ${apiKey}`, ...call.headers });
    const controller = new AbortController();
    const abort = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      controller.abort(new DOMException(`no response within ${timeout} ms`, 'TimeoutError'));
    }, timeout);
    try {
      const response = await fetch(baseUrl + call.path, {
        method,
        headers,
        body,
        // The service never redirects, and the key must not be sent to another server.
        redirect: 'manual',
        signal: controller.signal,
      });
      return { response, text: await response.text() };
    } catch (cause) {
      signal?.throwIfAborted();
      if (isLate) throw new PetstoreError('timeout', `No response within ${timeout} ms.`, { status: 0, cause });
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

/** Node's fetch has a generic message. Its cause has the reason, sometimes only as a code. */
function describeCause(error: unknown): string {
  const { cause, message } = (error ?? {}) as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || String(error);
}
