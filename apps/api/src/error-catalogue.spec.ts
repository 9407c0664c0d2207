import { errorCatalogue } from './contexts.ts';

/** Codes of released versions, on which clients may rely. None may disappear or get another status. */
const promised: Readonly<Record<string, number>> = {
  malformed_request: 400,
  malformed_json: 400,
  invalid_body: 400,
  invalid_parameter: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  pet_not_found: 404,
  route_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  idempotency_conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  expectation_failed: 417,
  idempotency_mismatch: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  service_unavailable: 503,
  outcome_unknown: 503,
};

const errors = errorCatalogue.all;
const ofStatus = (...statuses: number[]) => errors.filter(({ status }) => statuses.includes(status));

describe('the error catalogue', () => {
  it.each(Object.entries(promised))('has %s with the promised status %i', (code, status) => {
    expect(errors.find((error) => error.code === code)?.status).toBe(status);
  });

  it.each(errors)('has $code in lower snake case, with a meaning', ({ code, meaning }) => {
    expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
    expect(meaning).toMatch(/^[A-Z].*\.$/);
  });

  it('has a different meaning for each code', () => {
    expect(new Set(errors.map(({ meaning }) => meaning)).size).toBe(errors.length);
  });

  it.each(ofStatus(401))('sends a challenge with $code', ({ headers }) => {
    expect(headers?.['WWW-Authenticate']).toMatch(/^Bearer realm="petstore"/);
  });

  it.each(ofStatus(409, 429, 503))('sends Retry-After with $code', ({ headers }) => {
    expect(Number(headers?.['Retry-After'])).toBeGreaterThanOrEqual(1);
  });
});
