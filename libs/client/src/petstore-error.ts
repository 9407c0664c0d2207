import type { components } from './openapi.ts';

/**
 * The codes of the service, and three codes of the client:
 * - `network_error`: no response was received; the status is 0 and `cause` has the reason
 * - `timeout`: no response was received in time; the status is 0
 * - `unexpected_response`: the client cannot use the response: it is not from the service, for example a proxy's page or a
 *   redirect, or its link to the next page is hidden or invalid
 *
 * Later releases of the service may add codes.
 */
export type PetstoreErrorCode =
  components['schemas']['Error']['code'] | 'network_error' | 'timeout' | 'unexpected_response' | (string & {});

export interface PetstoreErrorDetails {
  readonly status: number;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
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

  constructor(
    readonly code: PetstoreErrorCode,
    message: string,
    { status, requestId, retryAfter, ...options }: PetstoreErrorDetails,
  ) {
    super(message, options);
    this.status = status;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}
