import type { AccessErrorCode } from '@petstore/access-domain';
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

/** No operation administers keys, so these errors cannot be the client's fault. */
const unexpected = platformErrors.internal_error;

/** The HTTP error for each error of the access context, and for a request without a key. */
export const authErrors: Readonly<Record<AccessErrorCode | 'missing_api_key', HttpError>> = {
  missing_api_key: missingApiKey,
  invalid_api_key: invalidApiKey,
  api_key_not_found: unexpected,
  api_key_already_revoked: unexpected,
  api_key_already_rotated: unexpected,
  api_key_expired: unexpected,
  invalid_key_name: unexpected,
  invalid_actor: unexpected,
  invalid_key_id: unexpected,
  invalid_duration: unexpected,
  invalid_expiry: unexpected,
};
