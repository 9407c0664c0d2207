import { STATUS_CODES, type ServerResponse } from 'node:http';
import { contextOf } from '../context/request-context.ts';
import { defaultHeaders } from './default-headers.ts';
import type { HttpError } from './http-error.ts';
import type { RequestError } from './request-error.ts';

/** The body of every error response. */
export type ErrorBody = Readonly<Pick<HttpError, 'code' | 'status'> & Pick<Error, 'message'>>;

export function errorBody({ error: { code, status }, message }: RequestError): ErrorBody {
  return { code, message, status };
}

/** Writes and ends an error response. */
export function sendError(response: ServerResponse, error: RequestError): void {
  const { headers, body } = serializeError(error);
  contextOf(response.req).errorCode ??= error.code;
  response.writeHead(error.error.status, headers).end(body);
}

/** Returns an error response with `Connection: close` as text, for a socket whose request could not be parsed. */
export function errorResponseText(error: RequestError, requestId: string): string {
  const { status } = error.error;
  const { headers, body } = serializeError(error);
  const lines = Object.entries({ ...headers, 'X-Request-Id': requestId, Connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n${body}`;
}

function serializeError(error: RequestError) {
  const body = JSON.stringify(errorBody(error));
  const headers = {
    ...defaultHeaders,
    ...error.error.headers,
    ...error.headers,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  return { headers, body };
}
