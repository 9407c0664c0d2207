import type { Request } from 'express';
import { platformErrors } from '../response/platform-errors.ts';
import { RequestError } from '../response/request-error.ts';

/**
 * Why no operation should see it, though Node's parser let it through: no Host or two (RFC 9112, 3.2), a target with a
 * fragment, a target that is no path and no URL, a path no UTF-8.
 */
export function faultOf(request: Request): RequestError | undefined {
  const hosts = request.headersDistinct['host']?.length ?? 0;
  if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) {
    return new RequestError(platformErrors.malformed_request, 'There must be exactly one Host header.', {
      Connection: 'close',
    });
  }
  // No address that is asked for has one (RFC 9112, 3.2): Express would leave out what follows, and read the rest otherwise.
  if (request.url.includes('#'))
    return new RequestError(platformErrors.malformed_request, 'A # must be escaped, as %23.');
  if (!isTarget(request.url)) {
    return new RequestError(platformErrors.malformed_request, 'The request target must be a path or a valid http URL.');
  }
  try {
    decodeURIComponent(request.path);
    return undefined;
  } catch {
    return new RequestError(
      platformErrors.malformed_request,
      'The path cannot be decoded: a % must begin an escaped UTF-8 byte.',
    );
  }
}

/**
 * Whether the request target has one of the forms of RFC 9112, section 3.2. Express reads an absolute-form by `url.parse`,
 * which accepts invalid hosts and ports and prints a deprecation warning for them.
 */
function isTarget(url: string): boolean {
  return url.startsWith('/') || url === '*' || (/^https?:\/\//i.test(url) && URL.canParse(url));
}
