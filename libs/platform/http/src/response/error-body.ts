import { STATUS_CODES, type ServerResponse } from 'node:http';
import { contextOf } from '../context/request-context.ts';
import { defaultHeaders } from './default-headers.ts';
import type { RequestError } from './request-error.ts';

/** The body of every error response. */
export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  /** HTTP status of the response. */
  readonly status: number;
}

export function errorBody({ error: { code, status }, message }: RequestError): ErrorBody {
  return { code, message, status };
}

/** Writes and ends an error response. */
export function sendError(response: ServerResponse, error: RequestError): void {
  const { status, headers, body } = answerOf(error);
  contextOf(response.req).errorCode ??= error.code;
  response.writeHead(status, headers).end(body);
}

/** An error response as bytes, for a socket whose request could not be parsed; it announces the end of the connection. */
export function errorBytes(error: RequestError, requestId: string): string {
  const { status, headers, body } = answerOf(error);
  const lines = Object.entries({ ...headers, 'X-Request-Id': requestId, Connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n${body}`;
}

function answerOf(error: RequestError) {
  const { status, headers } = error.error;
  const body = JSON.stringify(errorBody(error));
  const describing = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
  return { status, headers: { ...defaultHeaders, ...headers, ...error.headers, ...describing }, body };
}
