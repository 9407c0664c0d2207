import { refusal, unexpected, type Answer } from './answers.ts';
import { readJson } from './exact-json.ts';
import { PetstoreError } from './petstore-error.ts';
import { pauseAfter, type Repeatable } from './repeating.ts';
import { wait } from './wait.ts';

export interface TransportOptions {
  /** Base address without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Milliseconds for one attempt, its answer's body included. */
  readonly timeout: number;
  /** How often a call is repeated at most. */
  readonly retries: number;
  readonly fetch: typeof globalThis.fetch;
}

export interface Call {
  readonly method: 'GET' | 'POST';
  /** From the base address on, with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal | undefined;
  readonly repeatable: Repeatable;
}

/** Brings calls to the service and their answers back, again where that is safe. */
export class Transport {
  /** Out of sight of logs and JSON: it holds the key. */
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /**
   * @throws PetstoreError when the last attempt failed
   * @throws the signal's reason when it is aborted
   */
  async send(call: Call): Promise<Answer> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.attempt(call);
      } catch (error) {
        const pause = this.pauseBeforeNext(attempt, call, error);
        if (pause === undefined) throw error;
        await wait(pause, call.signal);
      }
    }
  }

  private pauseBeforeNext(attempt: number, call: Call, error: unknown): number | undefined {
    if (attempt >= this.#options.retries || !(error instanceof PetstoreError)) return undefined;
    return call.repeatable(error) ? pauseAfter(attempt, error) : undefined;
  }

  private async attempt(call: Call): Promise<Answer> {
    const { response, text } = await this.exchange(call);
    const answer = { response, body: bodyOf(response, text) };
    if (!response.ok) throw refusal(answer);
    return answer;
  }

  /** One request and its whole answer, in time. */
  private async exchange(call: Call): Promise<{ response: Response; text: string }> {
    const { baseUrl, apiKey, timeout, fetch } = this.#options;
    const { method, body = null, signal } = call;
    signal?.throwIfAborted();
    // Here, so that a header that cannot be sent is the caller's fault and not the network's.
    const headers = new Headers({ Accept: 'application/json', Authorization: `Bearer ${apiKey}`, ...call.headers });
    const controller = new AbortController();
    const abort = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      controller.abort(new DOMException(`no answer within ${timeout} ms`, 'TimeoutError'));
    }, timeout);
    try {
      const response = await fetch(baseUrl + call.path, {
        method,
        headers,
        body,
        // The service redirects nowhere, and a key is not to be carried to where somebody else does.
        redirect: 'manual',
        signal: controller.signal,
      });
      return { response, text: await response.text() };
    } catch (cause) {
      signal?.throwIfAborted();
      if (isLate) throw new PetstoreError('timeout', `No answer within ${timeout} ms.`, { status: 0, cause });
      throw new PetstoreError('network_error', `No answer: ${reasonOf(cause)}`, { status: 0, cause });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }
}

function bodyOf(response: Response, text: string): unknown {
  try {
    return readJson(text);
  } catch (cause) {
    throw unexpected(response, undefined, cause);
  }
}

/** Node's fetch says only that it failed, and keeps the reason as its cause, sometimes without words. */
function reasonOf(error: unknown): string {
  const { cause, message } = (error ?? {}) as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || String(error);
}
