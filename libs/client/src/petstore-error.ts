import type { components } from './openapi.ts';

/**
 * The codes of the service, and three codes of the client:
 * - `network_error`: no response was received; the status is 0 and `cause` has the reason
 * - `timeout`: no response was received in time; the status is 0
 * - `unexpected_response`: the response does not come from the service, for example a proxy's page or a redirect
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

/** A failed call: the error of the service, or a missing or unexpected response. */
export class PetstoreError extends Error {
  static {
    // On the prototype, so that it is not an own property beside those of the service's error.
    this.prototype.name = 'PetstoreError';
  }

  /** HTTP status of the response; 0 if there was none. */
  readonly status: number;

  /** `X-Request-Id` of the response, with which the operators of the service find the request in its logs. */
  readonly requestId: string | undefined;

  /** Seconds after which the service asks the client to retry. */
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
