import { STATUS_CODES, type ServerResponse } from 'node:http';
import { defaultHeaders } from './default-headers.ts';
import type { RequestError } from './errors.ts';
import { stateOf } from './request-state.ts';

export function sendError(response: ServerResponse, error: RequestError): void {
  const { headers, body } = serializeError(error);
  // The documentation has set those of its pages.
  for (const name in defaultHeaders) response.removeHeader(name);
  stateOf(response.req).errorCode ??= error.code;
  response.writeHead(error.error.status, headers).end(body);
}

/** Returns an error response with `Connection: close` as text, for a socket whose request could not be parsed. */
export function errorResponseText(error: RequestError, requestId: string): string {
  const { status } = error.error;
  const { headers, body } = serializeError(error);
  const lines = Object.entries({ ...defaultHeaders, ...headers, 'X-Request-Id': requestId, Connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n${body}`;
}

function serializeError(error: RequestError) {
  const { code, status } = error.error;
  const body = JSON.stringify({ code, message: error.message, status });
  const headers = {
    ...error.error.headers,
    ...error.headers,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  return { headers, body };
}
