import type { components } from './openapi.ts';

/**
 * The service's codes, and three of the client's own:
 * - `network_error`: no answer came, its status is 0; `cause` has the reason
 * - `timeout`: no answer came in time, its status is 0
 * - `unexpected_response`: an answer came that the service does not give (a proxy's page, a redirect)
 *
 * Later releases of the service may know more codes than this one of the client.
 */
export type PetstoreErrorCode =
  components['schemas']['Error']['code'] | 'network_error' | 'timeout' | 'unexpected_response' | (string & {});

export interface PetstoreErrorDetails {
  readonly status: number;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** Why a call did not do what it was asked to: what the service answered, or that it did not answer. */
export class PetstoreError extends Error {
  static {
    // On the prototype, so that it is shown without being listed among what the service said.
    this.prototype.name = 'PetstoreError';
  }

  /** HTTP status of the answer; 0 when there was none. */
  readonly status: number;

  /** `X-Request-Id` of the answer: what the service's operators find its cause by. */
  readonly requestId: string | undefined;

  /** Seconds after which the service asks to be tried again. */
  readonly retryAfter: number | undefined;

  constructor(
    /** What went wrong, for programs. */
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
