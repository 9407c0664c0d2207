import { maxHeaderSize, type IncomingMessage } from 'node:http';
import { platformErrors } from '../response/platform-errors.ts';
import { RequestError } from '../response/request-error.ts';

/** Header fields of a request: each costs about 0.6 µs, and 16 KiB hold 4,000 of them. */
export const maxHeaders = 200;

/** Whether the request has more header fields than `maxHeaders`. Node has dropped some of them then. */
export function hasTooManyHeaders({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.length > 2 * maxHeaders;
}

/** One message for both limits: the parser's error does not tell which one was exceeded. */
export function headersTooLarge(): RequestError {
  const message = `A request may have at most ${maxHeaders} header fields, and ${maxHeaderSize} bytes of headers.`;
  return new RequestError(platformErrors.headers_too_large, message);
}
