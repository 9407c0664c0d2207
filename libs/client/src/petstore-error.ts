import type { components } from './openapi.ts';

/**
 * The codes of the service, and three codes of the client:
 * - `network_error`: no response was received; the status is 0 and `cause` has the reason
 * - `timeout`: no response was received in time; the status is 0
 * - `unexpected_response`: the client cannot use the response: it is not from the service, for example a proxy's page or a
 *   redirect, it is longer than 10 MiB, or its link to the next page is hidden, invalid or leads back to an earlier page
 *
 * Later releases of the service may add codes.
 */
export type PetstoreErrorCode =
  components['schemas']['Error']['code'] | 'network_error' | 'timeout' | 'unexpected_response' | (string & {});

export interface PetstoreErrorDetails {
  readonly status: number;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly mayHaveBeenExecuted?: boolean | undefined;
  readonly cause?: unknown;
}

/** The error of a failed call: an error response of the service, no response, or an unexpected response. */
export class PetstoreError extends Error {
  static {
    // `name` is on the prototype, as for built-in errors. As an own property it would appear in the output of `inspect`.
    this.prototype.name = 'PetstoreError';
  }

  /** HTTP status of the response; 0 if there was none. */
  readonly status: number;

  /** `X-Request-Id` of the response. The operators of the service find the request in their logs by it. */
  readonly requestId: string | undefined;

  /** `Retry-After` of the response, in seconds. */
  readonly retryAfter: number | undefined;

  /**
   * Whether the change may have been executed although the call failed: by the last request, or by an earlier sending of the same call whose
   * response was lost. The client sends a call again (`retries`), and so do browsers, Deno, Bun and proxies, which does not show. False if the error excludes that, and
   * for calls that only read.
   */
  readonly mayHaveBeenExecuted: boolean;

  constructor(
    readonly code: PetstoreErrorCode,
    message: string,
    { status, requestId, retryAfter, mayHaveBeenExecuted = false, ...options }: PetstoreErrorDetails,
  ) {
    super(message, options);
    this.status = status;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.mayHaveBeenExecuted = mayHaveBeenExecuted;
  }

  /** Returns what JSON.stringify writes. An Error has no enumerable message, and `cause` may be anything. */
  toJSON() {
    const { name, message, code, status, requestId, retryAfter, mayHaveBeenExecuted } = this;
    return { name, message, code, status, requestId, retryAfter, mayHaveBeenExecuted };
  }
}

/** Creates the PetstoreError for a response with an error status. */
export function responseError(response: Response, body: unknown): PetstoreError {
  const { code, message } = (body ?? {}) as Record<string, unknown>;
  if (typeof code !== 'string' || typeof message !== 'string') return unexpectedResponse(response);
  return new PetstoreError(code, message, detailsOf(response));
}

/**
 * Creates the PetstoreError `unexpected_response`, for a response that the client cannot use.
 * @param reason end of the message; by default, the response is not from the service
 */
export function unexpectedResponse(
  response: Response,
  reason = 'it is not from the service, check baseUrl.',
  cause?: unknown,
): PetstoreError {
  const message = `Cannot use the response (status ${response.status}): ${reason}`;
  const details = detailsOf(response);
  return new PetstoreError('unexpected_response', message, cause === undefined ? details : { ...details, cause });
}

function detailsOf({ status, headers }: Response): PetstoreErrorDetails {
  const requestId = headers.get('X-Request-Id') ?? undefined;
  return { status, requestId, retryAfter: parseRetryAfter(headers.get('Retry-After')) };
}

/** Returns the seconds until the time in the header: a number of seconds or a date (RFC 9110); undefined if it is neither. */
function parseRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - Date.now()) / 1_000));
}
