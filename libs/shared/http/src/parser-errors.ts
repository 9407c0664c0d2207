import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { isParsingStopped, lingeringClose, stopParsing } from './connection.ts';
import { errorResponseText, platformErrors, RequestError } from './errors.ts';
import { currentResponse, incomingRequest } from './node-internals.ts';
import { contextOf, newRequestId, plainAddress } from './request-context.ts';
import { headersTooLarge } from './request-head.ts';

const { malformed_request, payload_too_large, request_timeout } = platformErrors;
const errorOfParser: Readonly<Record<string, RequestError>> = {
  HPE_HEADER_OVERFLOW: headersTooLarge(),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new RequestError(payload_too_large, 'The chunk extensions are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: new RequestError(request_timeout),
};
const notHttp = new RequestError(malformed_request, 'This is not HTTP/1.1.');
const connectUnsupported = new RequestError(malformed_request, 'This is no proxy: CONNECT is not supported.');

/**
 * Makes the server respond with an Error body when Node's parser refuses a message, and end the connection. If there is no
 * request for the message, the server emits `unparsed` (see `createHttpServer`).
 */
export function respondToParserErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    // Only the first error counts. Node emits one more for each segment that the client sends.
    if (isParsingStopped(socket)) return;
    // If the response was sent before the parser failed in the body, there must be no second response.
    const isResponseSent = incomingRequest(socket)?.complete === false && !currentResponse(socket);
    stopParsing(socket);
    if (isResponseSent) socket.destroy();
    else refuse(server, socket, errorOfParser[error.code ?? ''] ?? notHttp);
  });
  server.on('connect', (_request: IncomingMessage, stream) => {
    const socket = stream as Socket;
    // Node has removed its own listeners from the socket. Without a listener for `error`, a client that resets the connection
    // would end the process.
    socket.on('error', () => socket.destroy()).on('timeout', () => socket.destroy());
    refuse(server, socket, connectUnsupported);
  });
}

/**
 * Writes the error response to the socket, unless a response has begun there already. Complete requests before the refused
 * one get their own responses first, so that a client does not take an executed create for a refused one.
 */
function refuse(server: Server, socket: Socket, error: RequestError): void {
  const current = currentResponse(socket);
  if (current?.req?.complete && !current.writableFinished) {
    return void current.once('finish', () => refuse(server, socket, error));
  }
  if (current?.headersSent || !socket.writable) return void socket.destroy();
  const context = current && contextOf(current.req);
  if (context?.isDispatched) {
    lingeringClose(socket, errorResponseText(error, context.requestId));
    context.errorCode ??= error.code;
    context.statusSentOutsideResponse = error.error.status;
  } else {
    // There is no request, or one that waits for earlier responses. Pipelining drops it when the socket ends.
    const requestId = newRequestId();
    lingeringClose(socket, errorResponseText(error, requestId));
    server.emit('unparsed', error.error, requestId, plainAddress(socket.remoteAddress));
  }
}
