import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { endAfter, latestResponse } from './connection.ts';
import { errorResponseText, sendError } from './error-response.ts';
import { platformErrors, RequestError } from './errors.ts';
import { plainAddress } from './client-address.ts';
import { newRequestId, stateOf } from './request-state.ts';
import { headersTooLarge } from './request-head.ts';

/** Milliseconds for which a connection waits for the client to read the error and to close it. */
const lingerTime = 2_000;

const { malformed_request, payload_too_large, request_timeout } = platformErrors;
const errorOfParser: Readonly<Record<string, RequestError>> = {
  HPE_HEADER_OVERFLOW: headersTooLarge(),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new RequestError(payload_too_large, 'The chunk extensions are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: new RequestError(request_timeout),
};
const notHttp = new RequestError(malformed_request, 'This is not HTTP/1.1.');
const connectUnsupported = new RequestError(malformed_request, 'This is no proxy: CONNECT is not supported.');

/**
 * Makes the server respond with an Error body when Node's parser refuses a message, and end the connection. If the message was
 * not dispatched as a request, the server emits `unparsed` (see `createHttpServer`).
 */
export function respondToParserErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    // The client sent more after a request with `Connection: close`. The response to that request ends the connection.
    if (error.code === 'HPE_CLOSED_CONNECTION') socket.pause();
    else refuse(server, socket, errorOfParser[error.code ?? ''] ?? notHttp);
  });
  server.on('connect', (_request: IncomingMessage, stream) => {
    // Node has removed its own listeners. Without one for `error`, a client that resets the connection would end the process.
    stream.on('error', () => stream.destroy());
    refuse(server, stream as Socket, connectUnsupported);
  });
}

function refuse(server: Server, socket: Socket, error: RequestError): void {
  // The connection was reset, or refused before: Node emits one more error for each packet of a client that goes on sending.
  if (!socket.writable) return;
  const latest = latestResponse(socket);
  if (!latest || (latest.req.complete && latest.writableFinished)) {
    const requestId = newRequestId();
    socket.end(errorResponseText(error, requestId));
    setTimeout(() => socket.destroy(), lingerTime).unref();
    server.emit('unparsed', error.error, requestId, plainAddress(socket.remoteAddress));
  }
  // What is refused follows a complete request whose response was not sent completely. The client would take an error for that response.
  else if (latest.req.complete) endAfter(latest, socket);
  // The body of the request is refused.
  else if (latest.headersSent) socket.destroy();
  else {
    // A request that `limitDispatches` lets wait has no id yet, and is not dispatched any more.
    const state = stateOf(latest.req);
    if (state.requestId === '') {
      state.requestId = newRequestId();
      server.emit('unparsed', error.error, state.requestId, plainAddress(socket.remoteAddress));
    }
    sendError(latest.setHeader('Connection', 'close'), error);
  }
}
