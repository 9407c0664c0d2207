import type { InvalidApiKey, ReadOnlyApiKey } from '@petstore/access-domain';
import type { HttpError } from '@petstore/http/response/http-error';
import { platformErrors } from '@petstore/http/response/platform-errors';

/** `WWW-Authenticate` header of a 401 or 403 response (RFC 6750, section 3). */
const challenge = 'Bearer realm="petstore"';

const withChallenge = (error: HttpError, value: string): HttpError => ({
  ...error,
  headers: { 'WWW-Authenticate': value },
});

export const missingApiKey = withChallenge(platformErrors.missing_api_key, challenge);
export const invalidApiKey = withChallenge(platformErrors.invalid_api_key, `${challenge}, error="invalid_token"`);
export const readOnlyKey = withChallenge(platformErrors.read_only_key, `${challenge}, error="insufficient_scope"`);

/**
 * The HTTP error for each error code of authentication. Other codes of the context become `internal_error`, because no
 * operation of the API issues or revokes keys.
 */
export const authErrors: Readonly<
  Record<'missing_api_key' | InvalidApiKey['code'] | ReadOnlyApiKey['code'], HttpError>
> = {
  missing_api_key: missingApiKey,
  invalid_api_key: invalidApiKey,
  read_only_key: readOnlyKey,
};
