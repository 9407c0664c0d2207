import { formatInt64, isNumeric, parseJson } from './exact-json.ts';
import { mayHaveBeenExecuted, type Change } from './execution.ts';
import { PetstoreError, responseError, unexpectedResponse } from './petstore-error.ts';

export interface PetstoreClientOptions {
  /** URL of the service. Its path ends in `/v1`; it has no query. In a browser it may be relative to the page. */
  readonly baseUrl: string;
  /** Sent as bearer token, only to `baseUrl`. */
  readonly apiKey: string;
  /** Maximum time of one attempt in milliseconds, including the body of the response: 1 to 2147483647, by default 10000. */
  readonly timeout?: number | undefined;
  /** Maximum number of retries of a call: 0, a positive integer or Infinity; by default 2. */
  readonly retries?: number | undefined;
  /** Sends the requests; by default the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Options of one call. They are the last argument of every method. */
export interface CallOptions {
  /** Cancels the call, including delays before retries. The call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces `timeout` of the client for this call. */
  readonly timeout?: number | undefined;
  /** Replaces `retries` of the client for this call. */
  readonly retries?: number | undefined;
  /**
   * Receives each response after its body has been read: of every attempt, of every page, and also those with an error status.
   * Use it to read headers. If it throws, the call rejects with the same error.
   */
  readonly onResponse?: ((response: Response) => void) | undefined;
  /**
   * Called before each retry with the error of the attempt that failed, and the milliseconds until the retry. Use it to log that a call
   * does not succeed. If it throws, there is no retry, and the call rejects with the same error.
   */
  readonly onRetry?: ((error: PetstoreError, delay: number) => void) | undefined;
}

/**
 * Options of a call that changes an animal.
 * @beta May change or be removed in any release.
 */
export interface ChangeOptions extends CallOptions {
  /**
   * `ETag` of the animal that you have read, as you received it, several of them, or `*` for any. If the animal has none of these, the
   * call rejects with `precondition_failed`, and this request changes nothing. By default, the call changes the animal whatever its version is. The
   * call rejects with a TypeError if `ifMatch` is empty, as after a response without `ETag`.
   */
  readonly ifMatch?: string | readonly string[] | undefined;
}

/** Options of the methods that have a query. A program in JavaScript may pass one in the query by mistake: then `formatQuery` throws. */
const optionNames = ['signal', 'timeout', 'retries', 'onResponse', 'onRetry', 'pollInterval'];

/** Options of a call that creates something. */
export interface CreateOptions extends CallOptions {
  /**
   * `Idempotency-Key` to use instead of a random one: 1 to 255 visible ASCII characters. Pass one to repeat the create in another call or
   * process within 24 hours: the service then returns what exists, or creates it.
   */
  readonly idempotencyKey?: string | undefined;
}

type TransportOptions = {
  readonly [Name in keyof PetstoreClientOptions]-?: NonNullable<PetstoreClientOptions[Name]>;
};

/** Checks as much of a body as is needed to detect a response of another server. A response with status 204 has the body undefined. */
export type BodyCheck<Body> = (body: unknown) => body is Body;

/** A call that changes something names its operation. */
type Effect =
  | { readonly method?: 'GET'; readonly change?: undefined }
  | { readonly method: 'POST' | 'PATCH' | 'DELETE'; readonly change: Change };

export type Call<Body> = Effect & {
  /** Relative to the base URL, without query. */
  readonly path: string;
  /** Members that are undefined or null are omitted. */
  readonly query?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isExpected: BodyCheck<Body>;
};

type AttemptOptions = CallOptions & { readonly timeout: number };

/** A response with an expected body, as `parseJson` returns it. */
interface ParsedResponse<Body> {
  readonly response: Response;
  readonly body: Body;
}

/**
 * Returns the value of a header. A proxy may drop an empty header, and the service would then do more than the caller wants.
 * @throws TypeError that names the option if the value is empty
 */
export function notEmpty(option: string, value: string): string {
  if (value.trim() === '') throw new TypeError(`${option} must not be empty`);
  return value;
}

/** The longest body of a response that the client reads. The longest page of the service is shorter than 1 MiB. */
const maxResponseBytes = 10 * 2 ** 20;

/** Milliseconds. A timer with a longer delay fires immediately. */
export const maxTimerDelay = 2 ** 31 - 1;

/** The longest `Retry-After` after which a call is retried, in seconds. */
const maxRetryAfter = 60;

/** The longest time that a call with infinite retries waits because of one `Retry-After`, in seconds. */
const maxPersistentRetryAfter = 3_600;

/** Maximum delay before the first retry, in milliseconds. It doubles with each attempt, up to `maxBackoff`. */
const firstBackoff = 250;
const maxBackoff = 8_000;

/** Too Many Requests, Bad Gateway, Service Unavailable, Gateway Timeout. */
const temporaryStatuses = [429, 502, 503, 504];

/** Sends calls to the service, and retries those that failed temporarily. */
export class Transport {
  /** A `#` field, because `inspect` and JSON.stringify do not print it: the options contain the key. */
  readonly #options: TransportOptions;

  /** @param options `baseUrl` has no trailing slash */
  constructor(options: TransportOptions) {
    checkLimits(options.timeout, options.retries);
    this.#options = options;
  }

  /**
   * Returns the response of the first attempt that succeeds.
   * @throws TypeError if an option is invalid
   * @throws PetstoreError if the last attempt failed
   * @throws the error of `fetch` if it is a fault of the program, see `isFaultOfProgram`
   * @throws the signal's reason if it is aborted
   */
  async send<Body>(call: Call<Body>, options: CallOptions): Promise<ParsedResponse<Body>> {
    const { timeout = this.#options.timeout, retries = this.#options.retries, signal } = options;
    checkLimits(timeout, retries);
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.attempt(call, { ...options, timeout });
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof PetstoreError)) throw error;
        if (call.change) Object.assign(error, { mayHaveBeenExecuted: mayHaveBeenExecuted(call.change, error.code) });
        if (attempt >= retries || !isRetried(error, retries)) throw error;
        const seconds = Math.min(error.retryAfter ?? 0, maxPersistentRetryAfter);
        await pause(error, seconds * 1_000 + backoff(attempt), options);
      }
    }
  }

  /** Sends a POST with an `Idempotency-Key`. @returns the body of the response */
  async create<Body>(
    change: Change,
    path: string,
    body: string,
    isExpected: BodyCheck<Body>,
    options: CreateOptions,
  ): Promise<Body> {
    // A program in JavaScript may pass null. As text, it would be one key for all its creates.
    const idempotencyKey = options.idempotencyKey ?? randomKey();
    const headers = {
      'Content-Type': 'application/json',
      'Idempotency-Key': notEmpty('idempotencyKey', idempotencyKey),
    };
    return (await this.send({ method: 'POST', change, path, headers, body, isExpected }, options)).body;
  }

  private async attempt<Body>(call: Call<Body>, options: AttemptOptions): Promise<ParsedResponse<Body>> {
    const { response, text } = await this.fetchText(call, options);
    options.onResponse?.(response);
    let body: unknown;
    try {
      body = response.status === 204 ? undefined : parseJson(text);
    } catch (cause) {
      throw unexpectedResponse(response, undefined, cause);
    }
    if (!response.ok) throw responseError(response, body);
    if (!call.isExpected(body)) throw unexpectedResponse(response);
    return { response, body };
  }

  /** Sends one request and reads the whole response within the timeout. */
  private async fetchText(
    call: Call<unknown>,
    { signal, timeout }: AttemptOptions,
  ): Promise<{ response: Response; text: string }> {
    const { baseUrl, apiKey, fetch } = this.#options;
    const { method = 'GET', path, query = {}, body = null } = call;
    const url = baseUrl + path + formatQuery(query);
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
      const response = await fetch(url, {
        method,
        headers,
        body,
        // The service never redirects, and the client must not send the key to another server.
        redirect: 'manual',
        signal: controller.signal,
      });
      return { response, text: await readText(response) };
    } catch (cause) {
      if (cause instanceof PetstoreError) throw cause;
      signal?.throwIfAborted();
      if (isTimedOut) throw new PetstoreError('timeout', `No response within ${timeout} ms.`, { status: 0, cause });
      if (isFaultOfProgram(cause)) throw cause;
      throw new PetstoreError('network_error', `No response: ${describe(cause)}`, { status: 0, cause });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }
}

function checkLimits(timeout: number, retries: number): void {
  if (!(timeout >= 1 && timeout <= maxTimerDelay)) {
    throw new TypeError(`timeout must be 1 to ${maxTimerDelay} milliseconds, not ${timeout}`);
  }
  if (!(retries === Infinity || (Number.isInteger(retries) && retries >= 0))) {
    throw new TypeError(`retries must be 0, a positive integer or Infinity, not ${retries}`);
  }
}

/**
 * Whether the call is repeated: the error is temporary, and `Retry-After` is not too long. A call whose response was lost may be repeated:
 * - Reads change nothing.
 * - Creates have an `Idempotency-Key`. `idempotency_conflict` means that the service still processes an earlier attempt.
 * - Updates of an animal set absolute values. With `ifMatch`, a repeat of an update that was done rejects with `precondition_failed`;
 *   without it, the repeat also replaces what another client has changed since.
 * - A deleted animal stays deleted: a repeat of a deletion that was done rejects with `pet_not_found`.
 * - Transitions of an order are executed at most once, because an order never returns to an earlier status.
 */
function isRetried({ code, status, retryAfter = 0 }: PetstoreError, retries: number): boolean {
  const isTemporary =
    ['network_error', 'timeout', 'idempotency_conflict'].includes(code) || temporaryStatuses.includes(status);
  return isTemporary && (retryAfter <= maxRetryAfter || retries === Infinity);
}

/** Returns 128 random bits as text. Browsers have `crypto.randomUUID` only on pages of https and of localhost. */
function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/**
 * Reads the body of a response.
 * @throws PetstoreError `unexpected_response` as soon as a stream is longer than `maxResponseBytes`
 */
async function readText(response: Response): Promise<string> {
  // A response with status 204, or a `fetch` without streams, for example that of React Native.
  if (typeof response.body?.getReader !== 'function') return response.text();
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > maxResponseBytes) {
      await reader.cancel();
      throw unexpectedResponse(response, `its body is longer than ${maxResponseBytes} bytes.`);
    }
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * Returns an exponential back-off with full jitter in milliseconds. The jitter prevents many clients from retrying at the same
 * time.
 * @param attempt index of the attempt that failed, from 0
 */
export function backoff(attempt: number): number {
  return Math.random() * Math.min(maxBackoff, firstBackoff * 2 ** attempt);
}

/** Reports the retry, and waits until it. @param milliseconds time until the retry */
export function pause(error: PetstoreError, milliseconds: number, { signal, onRetry }: CallOptions): Promise<void> {
  onRetry?.(error, milliseconds);
  return delay(milliseconds, signal);
}

/** Resolves after the milliseconds. Rejects with the signal's reason as soon as the signal is aborted. */
export function delay(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const cancel = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', cancel);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', cancel, { once: true });
  });
}

/** @throws TypeError if the query has an option of the call, which the service would ignore, or a number that is no exact int64 */
function formatQuery(query: object): string {
  const sent = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const misplaced = optionNames.find((option) => sent.some(([name]) => name === option));
  if (misplaced)
    throw new TypeError(`${misplaced} is not part of the query: pass it in the options, the last argument`);
  // An array is a repeated parameter.
  const pairs = sent.flatMap(([name, value]) => [value].flat().map((each) => [name, formatParameter(name, each)]));
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

function formatParameter(name: string, value: unknown): string {
  return isNumeric(value) ? formatInt64(name, value) : String(value);
}

/** Names of errors that no failed connection has. The last two are Deno's, for a program without the permission `--allow-net`. */
const namesOfFaults = ['ReferenceError', 'RangeError', 'SyntaxError', 'NotCapable', 'PermissionDenied'];

/** Messages of a TypeError that JavaScript engines and browsers throw if a program is wrong, and not if a connection fails. */
const messagesOfFaults =
  /\bis not (?:an? |iterable|defined)|\b(?:is|of|convert) (?:undefined|null)\b|not a function|illegal invocation|failed to (?:execute|construct|parse)|invalid url/i;

/**
 * Whether an error of `fetch` is a fault of the program, its permissions or its `baseUrl`, so that no retry can succeed. `fetch` rejects
 * with a TypeError also if a connection fails, and only the message distinguishes the two.
 */
function isFaultOfProgram(error: unknown): boolean {
  const { name, message, cause } = (error ?? {}) as Partial<Error> & { cause?: { message?: string; code?: string } };
  if (namesOfFaults.includes(name ?? '')) return true;
  // Node: the permission model without `--allow-net`, and a port that no `fetch` may use.
  if (cause?.code === 'ERR_ACCESS_DENIED' || cause?.message === 'bad port') return true;
  return name === 'TypeError' && messagesOfFaults.test(message ?? '');
}

/** Prefers the cause, because Node's fetch throws a generic message. Some causes have only a code. */
function describe(error: unknown): string {
  const { cause, message } = (error ?? {}) as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || String(error);
}
