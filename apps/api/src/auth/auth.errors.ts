import type { InvalidApiKey } from '@petstore/access-domain';
import type { HttpError } from '@petstore/http/response/http-error';
import { platformErrors } from '@petstore/http/response/platform-errors';

/** Challenge of a 401 (RFC 6750, section 3). */
const challenge = 'Bearer realm="petstore"';

const challenged = (error: HttpError, value: string): HttpError => ({
  ...error,
  headers: { 'WWW-Authenticate': value },
});

export const missingApiKey = challenged(platformErrors.missing_api_key, challenge);
export const invalidApiKey = challenged(platformErrors.invalid_api_key, `${challenge}, error="invalid_token"`);

/** The HTTP error for each error of an operation. No operation administers keys, so those errors become `internal_error`. */
export const authErrors: Readonly<Record<'missing_api_key' | InvalidApiKey['code'], HttpError>> = {
  missing_api_key: missingApiKey,
  invalid_api_key: invalidApiKey,
};
