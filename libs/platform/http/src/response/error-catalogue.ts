interface CataloguedError {
  /** HTTP status of the answer and of the body's `status`. */
  readonly status: number;
  /** When it happens, for the document. */
  readonly meaning: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const challenge = 'Bearer realm="petstore"';
const retrySoon = { 'Retry-After': '1' };

/** Every `code` an Error body can bear: one meaning and one status each. */
export const errorCatalogue = {
  malformed_request: { status: 400, meaning: 'The request line, a header or the path cannot be read.' },
  malformed_json: { status: 400, meaning: 'The body is empty, not UTF-8 or not JSON.' },
  invalid_body: { status: 400, meaning: 'The body is JSON but no NewPet.' },
  invalid_parameter: { status: 400, meaning: 'A query parameter or header holds what it must not.' },
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
  pet_not_found: { status: 404, meaning: 'There is no animal with this petId.' },
  route_not_found: { status: 404, meaning: 'There is nothing at this path.' },
  method_not_allowed: { status: 405, meaning: 'The path is known, the method is not; `Allow` names those that are.' },
  request_timeout: { status: 408, meaning: 'The request was not sent in time.' },
  idempotency_conflict: {
    status: 409,
    meaning: 'A create with this Idempotency-Key is still at work.',
    headers: retrySoon,
  },
  payload_too_large: { status: 413, meaning: 'The body is too large.' },
  unsupported_media_type: { status: 415, meaning: 'The body is not application/json in plain UTF-8.' },
  expectation_failed: { status: 417, meaning: 'The Expect header asks for something else than 100-continue.' },
  idempotency_mismatch: { status: 422, meaning: 'This Idempotency-Key has created an animal from another NewPet.' },
  rate_limited: {
    status: 429,
    meaning: 'The API key has made all the requests it may for now; nothing was executed.',
    headers: retrySoon,
  },
  headers_too_large: { status: 431, meaning: 'The request line and headers are too large.' },
  internal_error: { status: 500, meaning: 'The service failed; its log has the cause under the X-Request-Id.' },
  service_unavailable: { status: 503, meaning: 'The service cannot do this at the moment.', headers: retrySoon },
  outcome_unknown: {
    status: 503,
    meaning:
      'The animal was sent to the database and no answer came: it may have been created. ' +
      'Repeating it with its Idempotency-Key tells.',
    headers: retrySoon,
  },
} satisfies Record<string, CataloguedError>;

export type ErrorCode = keyof typeof errorCatalogue;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code);
}

export function catalogued(code: ErrorCode): CataloguedError {
  return errorCatalogue[code];
}
