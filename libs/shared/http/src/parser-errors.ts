import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { contextOf, newRequestId } from './request-context.ts';
import { headersTooLarge } from './request-head.ts';
import { errorResponseText, platformErrors, RequestError } from './errors.ts';
import type { Connections } from './connection.ts';
import { currentResponse, incomingRequest } from './node-internals.ts';

const { malformed_request, payload_too_large, request_timeout } = platformErrors;
const errorOfParser: Readonly<Record<string, RequestError>> = {
  HPE_HEADER_OVERFLOW: headersTooLarge(),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new RequestError(payload_too_large, 'The chunk extensions are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: new RequestError(request_timeout),
};
const notHttp = new RequestError(malformed_request, 'This is not HTTP/1.1.');
const connectUnsupported = new RequestError(malformed_request, 'This is no proxy: CONNECT is not supported.');

/**
 * Responds with an Error body when Node's parser refuses a message, and ends the connection. If there is no request for the
 * message, the server emits `unparsed` (see `createHttpServer`).
 */
export class ParserRefusals {
  constructor(
    private readonly server: Server,
    private readonly connections: Connections,
  ) {
    server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
      this.refuseMessage(stream as Socket, errorOfParser[error.code ?? ''] ?? notHttp);
    });
    server.on('connect', (_request: IncomingMessage, stream) => {
      const socket = stream as Socket;
      // Node has removed its own listeners from the socket. Without a listener for `error`, a client that resets the connection
      // would end the process.
      socket.on('error', () => socket.destroy()).on('timeout', () => socket.destroy());
      this.refuse(socket, connectUnsupported);
    });
  }

  private refuseMessage(socket: Socket, error: RequestError): void {
    const connection = this.connections.of(socket);
    // Only the first error counts. Node emits one more for each segment that the client sends.
    if (connection.isParsingStopped) return;
    // If the response was sent before the parser failed in the body, there must be no second response.
    const isResponseSent = incomingRequest(socket)?.complete === false && !currentResponse(socket);
    connection.stopParsing();
    if (isResponseSent) socket.destroy();
    else this.refuse(socket, error);
  }

  /**
   * Writes the error response to the socket, unless a response has begun there already. Complete requests before the refused
   * one get their own responses first, so that a client does not take an executed create for a refused one.
   */
  private refuse(socket: Socket, error: RequestError): void {
    const current = currentResponse(socket);
    if (current?.req?.complete && !current.writableFinished) current.once('finish', () => this.refuse(socket, error));
    else if (current?.headersSent || !socket.writable) socket.destroy();
    // A pipelined request that waits is not dispatched yet. Pipelining drops it when the socket ends.
    else if (current && contextOf(current.req).isDispatched) this.respondForRequest(current.req, socket, error);
    else this.respondUnparsed(socket, error);
  }

  /** Responds to a request that was dispatched, but whose body cannot be read to its end. */
  private respondForRequest(request: IncomingMessage, socket: Socket, error: RequestError): void {
    const context = contextOf(request);
    this.connections.of(socket).lingeringClose(errorResponseText(error, context.requestId));
    context.errorCode ??= error.code;
    context.statusSentOutsideResponse = error.error.status;
  }

  /** Responds to bytes for which there is no request. */
  private respondUnparsed(socket: Socket, error: RequestError): void {
    const requestId = newRequestId();
    const connection = this.connections.of(socket);
    connection.lingeringClose(errorResponseText(error, requestId));
    this.server.emit('unparsed', error.error, requestId, connection.peerAddress);
  }
}
