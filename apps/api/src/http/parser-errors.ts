import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from './api-error.ts';
import { currentResponse } from './current-response.ts';
import { errorCatalogue, type ErrorCode } from './error-catalogue.ts';
import { errorBytes } from './error.response.ts';
import { noteRefusalAside } from './outcome.ts';
import { newRequestId } from './request-id.ts';

const errorOfParser: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', errorCatalogue.headers_too_large.meaning],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['payload_too_large', 'The chunk extensions are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', errorCatalogue.request_timeout.meaning],
};

/**
 * Answers with an Error body what Node's parser refuses, and ends the connection. For what never became a request the
 * server emits `unparsed`, with the code and the request id of the answer, and the socket.
 */
export function answerParserErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const [code, message] = errorOfParser[error.code ?? ''] ?? ['malformed_request', 'This is not HTTP/1.1.'];
    refuse(server, socket, new ApiError(code, message));
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    // Node has removed its own listener: without one, a client that resets the connection ends the process.
    socket.on('error', () => socket.destroy());
    refuse(server, socket, new ApiError('malformed_request', 'This is no proxy: CONNECT is not supported.'));
  });
}

/**
 * Answers on the bare socket, unless an answer has begun there already. Complete requests before the faulty one get their
 * own answers first, because a create that was executed must not look refused.
 */
function refuse(server: Server, socket: Duplex, error: ApiError): void {
  const current = currentResponse(socket);
  if (current?.req?.complete && !current.writableFinished) current.once('finish', () => refuse(server, socket, error));
  else if (current?.headersSent || !socket.writable) socket.destroy();
  else if (current && isDispatched(current)) answerAside(current, socket, error);
  else answerUnparsed(server, socket, error);
}

/** Not yet when the request waits for its turn on the connection; ending the socket then drops it. */
function isDispatched(response: ServerResponse): boolean {
  return response.hasHeader('X-Request-Id');
}

/** The request was dispatched, but its body cannot be read to the end: the answer is that request's own. */
function answerAside(response: ServerResponse, socket: Duplex, error: ApiError): void {
  socket.end(errorBytes(error, String(response.getHeader('X-Request-Id'))));
  noteRefusalAside(response, error.code);
}

function answerUnparsed(server: Server, socket: Duplex, error: ApiError): void {
  const requestId = newRequestId();
  socket.end(errorBytes(error, requestId));
  server.emit('unparsed', error.code, requestId, socket);
}
