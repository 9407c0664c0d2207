import { maxHeaderSize, type IncomingMessage, type ServerResponse } from 'node:http';
import { platformErrors, RequestError } from './errors.ts';
import { hasTooManyForwardedAddresses, maxProxies } from './client-address.ts';

/** Maximum header fields of a request, because each costs CPU, and 16 KiB can contain 4,000 of them. */
export const maxHeaders = 200;

const closeConnection = { Connection: 'close' };

/**
 * Validates the head of a request that Node's parser accepted: version, header fields, Transfer-Encoding, Expect, Host and
 * target.
 * @param response its connection ends if the next request on the connection could be misread
 * @returns the error to respond with; undefined if the head is valid
 */
export function validateRequestHead(request: IncomingMessage, response: ServerResponse): RequestError | undefined {
  const { headers, httpVersion, rawHeaders } = request;
  // Node's parser accepts HTTP/0.9 and HTTP/2.0 as well, and serves them like HTTP/1.0.
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return malformed('The version must be HTTP/1.1 or HTTP/1.0.', closeConnection);
  }
  if (rawHeaders.length > 2 * maxHeaders) return headersTooLarge();
  const coding = headers['transfer-encoding'];
  if (coding !== undefined) {
    // HTTP/1.0 has no transfer codings. A proxy may ignore the header and forward bytes of the body as the next request.
    if (httpVersion === '1.0') response.setHeader('Connection', 'close');
    // RFC 9112, section 6.1. Node's parser accepts other codings before `chunked` and does not decode them.
    if (coding.toLowerCase() !== 'chunked') {
      return malformed('The only Transfer-Encoding that is supported is chunked.', closeConnection);
    }
  }
  // HTTP/1.0 has no expectations. Node accepts expectations other than 100-continue.
  if (headers.expect !== undefined && httpVersion === '1.1' && headers.expect.toLowerCase() !== '100-continue') {
    const message = 'The only expectation that is met is 100-continue.';
    return new RequestError(platformErrors.expectation_failed, message, closeConnection);
  }
  const hosts = headerValues(request, 'host').length;
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
    return malformed('There must be exactly one Host header.', closeConnection);
  }
  if (hasTooManyForwardedAddresses(request)) {
    return malformed(`X-Forwarded-For may have at most ${maxProxies} addresses.`);
  }
  return validateTarget(request.url ?? '');
}

/** The beginning of a target in absolute form (RFC 9112, section 3.2): scheme and authority, which ends at the path or the query. */
const originPattern = /^https?:\/\/[^/?]*/i;

/** A host name has at most 253 characters, and a port 5. A longer authority would cost CPU. */
const maxOriginLength = 'https://'.length + 253 + ':65535'.length;

function validateTarget(target: string): RequestError | undefined {
  // A target has no fragment (RFC 9112, section 3.2). Express would drop it.
  if (target.includes('#')) return malformed('A # must be escaped, as %23.');
  // Express parses an absolute form with `url.parse`, which accepts invalid hosts and ports and prints a deprecation warning for
  // them.
  const [origin = ''] = target.startsWith('/') ? [] : (originPattern.exec(target) ?? []);
  if (origin.length > maxOriginLength) return malformed('The host of the request target is too long.');
  // The generic syntax of a URL allows user information, that of http does not (RFC 9110, section 4.2.4).
  if (origin.includes('@')) return malformed('The request target must have no user name.');
  const isValid = target.startsWith('/') || target === '*' || URL.canParse(origin);
  if (!isValid) return malformed('The request target must be a path or a valid http URL.');
  if (!target.includes('%')) return undefined;
  try {
    decodeURIComponent(target.slice(origin.length).split('?', 1)[0]!);
    return undefined;
  } catch {
    return malformed('The path cannot be decoded: a % must begin an escaped UTF-8 byte.');
  }
}

function malformed(message: string, headers = {}): RequestError {
  return new RequestError(platformErrors.malformed_request, message, headers);
}

/** One message for both limits, because the parser's error does not say which one was exceeded. */
export function headersTooLarge(): RequestError {
  const message = `A request may have at most ${maxHeaders} header fields, and ${maxHeaderSize} bytes of headers.`;
  return new RequestError(platformErrors.headers_too_large, message);
}

/**
 * Returns the values of a header, in their order. Node's `headers` drops or joins repeated fields, and `headersDistinct` creates an
 * array for each header of the request.
 * @param name name of the header in lower case
 */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const field = rawHeaders[index]!;
    if (field.length === name.length && field.toLowerCase() === name) values.push(rawHeaders[index + 1]!);
  }
  return values;
}

/** Returns the value of a header; undefined unless it was sent exactly once, because proxies may use different values. */
export function singleHeader(request: IncomingMessage, name: string): string | undefined {
  const values = headerValues(request, name);
  return values.length === 1 ? values[0] : undefined;
}
