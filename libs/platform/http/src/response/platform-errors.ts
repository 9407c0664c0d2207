import { defineErrors } from './http-error.ts';

/** Headers of an error after which a client may repeat the request. The value is in seconds. */
export const retryHeaders = { 'Retry-After': '1' };

/** The errors that do not belong to one context, by code. */
export const platformErrors = defineErrors({
  malformed_request: { status: 400, meaning: 'The request line, a header or the path cannot be read.' },
  malformed_json: { status: 400, meaning: 'The body is empty, not UTF-8 or not JSON.' },
  invalid_body: { status: 400, meaning: "The body is JSON but does not match the operation's schema." },
  invalid_parameter: { status: 400, meaning: 'A query parameter or header holds what it must not.' },
  // An application can add its realm to `WWW-Authenticate` of the next three errors.
  missing_api_key: {
    status: 401,
    meaning: 'There is no Authorization header.',
    headers: { 'WWW-Authenticate': 'Bearer' },
  },
  invalid_api_key: {
    status: 401,
    meaning: 'The Authorization header holds no valid API key.',
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  },
  read_only_key: {
    status: 403,
    meaning: 'The API key is read-only, and the operation changes data.',
    // RFC 6750, section 3.1: the key lacks the access that the operation requires.
    headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' },
  },
  route_not_found: { status: 404, meaning: 'There is nothing at this path.' },
  method_not_allowed: { status: 405, meaning: 'The path is known, the method is not; `Allow` names those that are.' },
  request_timeout: { status: 408, meaning: 'The request was not sent in time.' },
  idempotency_conflict: {
    status: 409,
    meaning: 'A request with this Idempotency-Key is still being executed.',
    headers: retryHeaders,
  },
  payload_too_large: { status: 413, meaning: 'The body is too large.' },
  unsupported_media_type: { status: 415, meaning: 'The body is not application/json in plain UTF-8.' },
  expectation_failed: { status: 417, meaning: 'The Expect header asks for something else than 100-continue.' },
  idempotency_mismatch: { status: 422, meaning: 'This Idempotency-Key belongs to a request with another body.' },
  rate_limited: {
    status: 429,
    meaning: 'The API key has made all the requests it may for now; nothing was executed.',
    headers: retryHeaders,
  },
  headers_too_large: { status: 431, meaning: 'The request line and headers are too large.' },
  internal_error: { status: 500, meaning: 'The service failed; its log has the cause under the X-Request-Id.' },
  service_unavailable: { status: 503, meaning: 'The service cannot do this at the moment.', headers: retryHeaders },
});
