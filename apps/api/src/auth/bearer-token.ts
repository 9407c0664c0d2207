import type { IncomingMessage } from 'node:http';
import { InvalidApiKey } from '@petstore/access-domain';
import { headerValues } from '@petstore/http/request-head';
import { platformErrors, RequestError } from '@petstore/http/errors';

/** The scheme in any case, at least one space, and a token without white space. */
const bearer = /^Bearer +(\S+)$/i;

/**
 * Returns the bearer token of a request (RFC 6750, section 2.1).
 * @throws RequestError `missing_api_key` if there is no Authorization header, or it is empty
 * @throws RequestError `invalid_api_key` if the scheme is not Bearer
 * @throws InvalidApiKey if there is more than one header: a proxy and the service could use different ones
 */
export function bearerToken(request: IncomingMessage): string {
  const headers = headerValues(request, 'authorization');
  if (headers.length === 0 || (headers.length === 1 && headers[0] === '')) {
    throw new RequestError(platformErrors.missing_api_key, 'An API key is required: Authorization: Bearer <API key>.');
  }
  if (headers.length > 1) throw new InvalidApiKey();
  const token = bearer.exec(headers[0]!)?.[1];
  if (token !== undefined) return token;
  throw new RequestError(platformErrors.invalid_api_key, 'Authorization must be: Bearer <API key>.');
}
