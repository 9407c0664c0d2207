import type { CodesOf, ErrorsFor } from '@petstore/edge/errors';
import type { DomainError } from '@petstore/kernel';
import { allErrors, httpErrors } from './errors.ts';

/** Error codes of released versions. Clients may rely on them, so no code may disappear or get another status. */
const releasedStatuses: Readonly<Record<string, number>> = {
  malformed_request: 400,
  malformed_json: 400,
  invalid_body: 400,
  invalid_parameter: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  read_only_key: 403,
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

const errorsOfStatus = (...statuses: number[]) => allErrors.filter(({ status }) => statuses.includes(status));

describe('the error catalogue', () => {
  it.each(Object.entries(releasedStatuses))('has %s with the released status %i', (code, status) => {
    expect(allErrors.find((error) => error.code === code)?.status).toBe(status);
  });

  it.each(Object.entries(httpErrors))('has the error that stands for %s', (_, error) => {
    expect(allErrors).toContain(error);
  });

  it.each(errorsOfStatus(401, 403))('sends a challenge with $code', ({ headers }) => {
    expect(headers?.['WWW-Authenticate']).toMatch(/^Bearer realm="petstore"/);
  });

  const repeatable = allErrors.filter(
    ({ code, status }) => [429, 503].includes(status) || code === 'idempotency_conflict',
  );

  it.each(repeatable)('sends Retry-After with $code, after which a client may repeat the request', ({ headers }) => {
    expect(Number(headers?.['Retry-After'])).toBeGreaterThanOrEqual(1);
  });
});

// The proof is the comment `@ts-expect-error`: without an error at its line, the type check of the specs fails. Jest checks no types.
it('the compiler refuses a context without the HTTP error of a DomainError that its domain exports', () => {
  type Domain = { PetLost: new () => DomainError<'pet_lost'> };
  // @ts-expect-error The property pet_lost is missing.
  const missing: ErrorsFor<CodesOf<Domain>> = {};
  const complete: ErrorsFor<CodesOf<Domain>> = { pet_lost: { status: 404, meaning: 'The animal is lost.' } };
  expect(complete).not.toEqual(missing);
});
