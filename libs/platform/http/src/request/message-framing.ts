import type { IncomingMessage, ServerResponse } from 'node:http';
import { platformErrors } from '../response/platform-errors.ts';
import { RequestError } from '../response/request-error.ts';
import { hasTooManyHeaders } from './header-limits.ts';

/**
 * Checks how the length of a request's body is given (RFC 9112, section 6.1). Node's parser accepts any transfer coding
 * before `chunked` and does not decode it. HTTP/1.0 has no transfer codings: a proxy in front may have ignored the header,
 * so nothing that follows on the connection can be trusted, and the response closes it.
 * @returns the error to answer; undefined when the body can be read
 */
export function checkFraming(request: IncomingMessage, response: ServerResponse): RequestError | undefined {
  const coding = request.headers['transfer-encoding'];
  if (coding === undefined) return undefined;
  if (request.httpVersion === '1.0') response.shouldKeepAlive = false;
  if (coding.toLowerCase() === 'chunked') return undefined;
  const message = 'The only Transfer-Encoding that is supported is chunked.';
  return new RequestError(platformErrors.malformed_request, message, { Connection: 'close' });
}

/**
 * Whether only Node's parser knows where the body ends: it comes in chunks, or in a transfer coding that `checkFraming`
 * refuses, or the field that gives its length may be among those that Node has dropped.
 */
export function isLengthUnknown(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || hasTooManyHeaders(request);
}
