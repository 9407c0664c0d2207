import type { DomainError } from '@petstore/kernel';

export type Headers = Readonly<Record<string, string>>;

/** An error of the HTTP contract: a code with one status and one meaning. */
export interface HttpError {
  /** The `code` of the Error body, for programs: lower snake case. */
  readonly code: string;
  readonly status: number;
  /** A sentence that says when the error occurs. The OpenAPI document contains it, and it is the default message. */
  readonly meaning: string;
  /** Headers of every response with this error. */
  readonly headers?: Headers;
}

/** The codes of the errors that a library exports, without classes whose code is any string, such as DomainError. */
export type CodesOf<Library> = CodeOf<Library[keyof Library]>;
type CodeOf<Exported> = Exported extends abstract new (...parameters: never) => DomainError<infer Code>
  ? string extends Code
    ? never
    : Code
  : never;

/** The HTTP error of each code of a DomainError: its definition, or the code of an existing HTTP error. The compiler requires every code. */
export type ErrorsFor<Code extends string> = Readonly<Record<Code, Omit<HttpError, 'code'> | string>>;

/** Returns the errors with their member names as codes. */
export function defineErrors<Code extends string>(
  errors: Readonly<Record<Code, Omit<HttpError, 'code'>>>,
): Readonly<Record<Code, HttpError>> {
  const entries = Object.entries<Omit<HttpError, 'code'>>(errors);
  return Object.fromEntries(entries.map(([code, error]) => [code, { code, ...error }])) as Record<Code, HttpError>;
}

/** Headers of an error after which a client may repeat the request. The value is in seconds. */
const retryHeaders = { 'Retry-After': '1' };

/** `WWW-Authenticate` header of a 401 or 403 response (RFC 6750, section 3). */
const challenge = 'Bearer realm="petstore"';

/** The errors that do not belong to one context, by code. */
export const platformErrors = defineErrors({
  malformed_request: { status: 400, meaning: 'The request line, a header or the path cannot be read.' },
  malformed_json: { status: 400, meaning: 'The body is empty, not UTF-8 or not JSON.' },
  invalid_body: { status: 400, meaning: "The body is JSON but does not match the operation's schema." },
  invalid_parameter: { status: 400, meaning: 'A query parameter or header has an invalid value.' },
  missing_api_key: {
    status: 401,
    meaning: 'There is no Authorization header.',
    headers: { 'WWW-Authenticate': challenge },
  },
  invalid_api_key: {
    status: 401,
    meaning: 'The Authorization header holds no valid API key.',
    headers: { 'WWW-Authenticate': `${challenge}, error="invalid_token"` },
  },
  read_only_key: {
    status: 403,
    meaning: 'The API key is read-only, and the operation changes data.',
    headers: { 'WWW-Authenticate': `${challenge}, error="insufficient_scope"` },
  },
  route_not_found: { status: 404, meaning: 'There is nothing at this path.' },
  method_not_allowed: {
    status: 405,
    meaning: 'The path does not support the method. The header `Allow` has the methods that it supports.',
  },
  request_timeout: { status: 408, meaning: 'The request was not sent in time.' },
  idempotency_conflict: {
    status: 409,
    meaning: 'A request with this Idempotency-Key is still being executed.',
    headers: retryHeaders,
  },
  payload_too_large: { status: 413, meaning: 'The body is too large.' },
  unsupported_media_type: {
    status: 415,
    meaning: 'The media type is not supported, its charset is not utf-8, or the body has a Content-Encoding.',
  },
  expectation_failed: { status: 417, meaning: 'The Expect header asks for something else than 100-continue.' },
  idempotency_mismatch: {
    status: 422,
    meaning: 'This Idempotency-Key belongs to a request with another body, or to another operation.',
  },
  rate_limited: {
    status: 429,
    meaning: 'The API key has reached its limit of requests. This request was not executed.',
    headers: retryHeaders,
  },
  headers_too_large: { status: 431, meaning: 'The request line and headers are too large.' },
  internal_error: { status: 500, meaning: 'The service failed; its log has the cause under the X-Request-Id.' },
  service_unavailable: { status: 503, meaning: 'The service cannot do this at the moment.', headers: retryHeaders },
  outcome_unknown: {
    status: 503,
    meaning:
      'The database did not confirm the change, so it may have been made. ' +
      'Repeat the request to find out, a create only with its Idempotency-Key.',
    headers: retryHeaders,
  },
});

/** An error of the HTTP contract that HTTP code throws, for example for an invalid body. Domain code throws DomainErrors. */
export class RequestError extends Error {
  /**
   * @param message message of the Error body, for people
   * @param headers headers of this response, in addition to the headers of `error`
   */
  constructor(
    readonly error: HttpError,
    message = error.meaning,
    readonly headers: Headers = {},
  ) {
    super(message);
  }

  get code(): string {
    return this.error.code;
  }
}
