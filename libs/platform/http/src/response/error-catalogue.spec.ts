import { catalogued, errorCatalogue, isErrorCode, type ErrorCode } from './error-catalogue.ts';

/** Every code a client may ever have been promised: none may move to another status. */
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

const codes = Object.keys(errorCatalogue) as ErrorCode[];
const codesOf = (...statuses: number[]) => codes.filter((code) => statuses.includes(catalogued(code).status));

describe('the catalogue of errors', () => {
  it.each(codes)('has %s in lower snake case, with the promised status and a meaning', (code) => {
    expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
    expect(catalogued(code).status).toBe(promised[code]);
    expect(catalogued(code).meaning).toMatch(/^[A-Z].*\.$/);
  });

  it('gives every code a meaning of its own', () => {
    expect(new Set(codes.map((code) => catalogued(code).meaning)).size).toBe(codes.length);
  });

  it.each(codesOf(401))('sends a challenge with %s', (code) => {
    expect(catalogued(code).headers?.['WWW-Authenticate']).toMatch(/^Bearer realm="petstore"/);
  });

  it.each(codesOf(409, 429, 503))('says with %s when to try again', (code) => {
    expect(Number(catalogued(code).headers?.['Retry-After'])).toBeGreaterThanOrEqual(1);
  });

  it('knows its own codes, and none that every object has', () => {
    expect(codes.every(isErrorCode)).toBe(true);
    expect(['invalid_pet_name', 'toString', 'constructor', '__proto__', ''].some(isErrorCode)).toBe(false);
  });
});
