import type { IncomingMessage } from 'node:http';
import { InvalidApiKey } from '@petstore/access-domain';
import { headerValues } from '@petstore/http/request/request-head';
import { RequestError } from '@petstore/http/response/request-error';
import { missingApiKey } from './auth.errors.ts';

/** The scheme in any case, at least one space, and a token without white space. */
const bearer = /^Bearer +(\S+)$/i;

/**
 * Returns the bearer token of a request (RFC 6750, section 2.1).
 * @throws RequestError `missing_api_key` if there is no Authorization header, or it is empty
 * @throws InvalidApiKey if the scheme is not Bearer, or if there is more than one header: of two headers, a proxy and the
 * service could use different ones
 */
export function bearerToken(request: IncomingMessage): string {
  const headers = headerValues(request, 'authorization');
  if (headers.length === 0 || (headers.length === 1 && headers[0] === '')) {
    throw new RequestError(missingApiKey, 'An API key is required: Authorization: Bearer <API key>.');
  }
  const token = headers.length === 1 ? bearer.exec(headers[0]!)?.[1] : undefined;
  if (token === undefined) throw new InvalidApiKey();
  return token;
}
