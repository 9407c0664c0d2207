import type { ErrorMapping } from '@petstore/http/response/error-catalogue';
import type { HttpError } from '@petstore/http/response/http-error';
import { platformErrors } from '@petstore/http/response/platform-errors';

/** Names the service in the challenge of a 401 (RFC 6750, section 3). */
const challenge = 'Bearer realm="petstore"';

export const missingApiKey: HttpError = {
  ...platformErrors.missing_api_key,
  headers: { 'WWW-Authenticate': challenge },
};

export const invalidApiKey: HttpError = {
  ...platformErrors.invalid_api_key,
  headers: { 'WWW-Authenticate': `${challenge}, error="invalid_token"` },
};

/**
 * The HTTP error for each error of an operation. No operation administers keys: an error of their administration is a defect
 * of the service, so it has no mapping and becomes `internal_error`.
 */
export const authErrors: ErrorMapping = { missing_api_key: missingApiKey, invalid_api_key: invalidApiKey };
