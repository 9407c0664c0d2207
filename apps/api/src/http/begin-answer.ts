import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdOf } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

const headers = Object.entries({ ...securityHeaders, 'Cache-Control': 'no-store' });

/**
 * What every answer bears, refusals included: which request it answers, as the log says it too, and that it is data which
 * nobody keeps. The pages of the documentation put their own in place.
 */
export function beginAnswer(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('X-Request-Id', requestIdOf(request));
  for (const [name, value] of headers) response.setHeader(name, value);
}
