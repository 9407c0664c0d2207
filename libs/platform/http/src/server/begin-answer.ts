import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseRequestId, type IsSecret } from '../request/request-id.ts';
import { securityHeaders } from '../response/security-headers.ts';

const headers = Object.entries({ ...securityHeaders, 'Cache-Control': 'no-store' });

/**
 * Sets the headers that every response has, error responses included: the request id that the log also contains, and those
 * that declare the body as data that must not be stored. The pages of the documentation override them.
 */
export function beginAnswer(request: IncomingMessage, response: ServerResponse, isSecret: IsSecret): void {
  response.setHeader('X-Request-Id', chooseRequestId(request, isSecret));
  for (const [name, value] of headers) response.setHeader(name, value);
}
