import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { contextOf, newRequestId } from '../context/request-context.ts';
import { headersTooLarge } from '../request/request-head.ts';
import { errorResponseText } from '../response/error-body.ts';
import { platformErrors } from '../response/platform-errors.ts';
import { RequestError } from '../response/request-error.ts';
import type { Connections } from './connection.ts';
import { currentResponse, ignoreRestOfSegment, incomingRequest } from './node-internals.ts';

/** Chunks that a body may have: each costs about 1 µs, however small it is, and 64 KiB hold 11,000 of them. */
const maxChunks = 256;

const { malformed_request, payload_too_large, request_timeout } = platformErrors;
const errorOfParser: Readonly<Record<string, RequestError>> = {
  HPE_HEADER_OVERFLOW: headersTooLarge(),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new RequestError(payload_too_large, 'The chunk extensions are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: new RequestError(request_timeout),
};
const notHttp = new RequestError(malformed_request, 'This is not HTTP/1.1.');
const tooManyChunks = new RequestError(payload_too_large, `The body may have at most ${maxChunks} chunks.`);
const connectUnsupported = new RequestError(malformed_request, 'This is no proxy: CONNECT is not supported.');

/**
 * Responds with an Error body to what Node's parser refuses, and ends the connection. For what never became a request the
 * server emits `unparsed`, with the HttpError, the request id of the response and the address of the peer.
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
      // Node has removed its own listeners and has forgotten the connection. Without a listener for `error`, a client that
      // resets the connection ends the process.
      socket.on('error', () => socket.destroy()).on('timeout', () => socket.destroy());
      this.refuse(socket, connectUnsupported);
    });
  }

  /**
   * Refuses a body of more than `maxChunks` chunks. Its stream never ends, because a listener would take the chunks before for
   * the whole body.
   */
  limitChunks(request: IncomingMessage): void {
    let chunks = 0;
    const push = request.push.bind(request);
    request.push = (chunk: unknown, encoding?: BufferEncoding) => {
      if (chunk !== null) chunks += 1;
      if (chunks <= maxChunks) return push(chunk, encoding);
      if (chunk !== null && chunks === maxChunks + 1) {
        ignoreRestOfSegment(request.socket);
        this.refuseMessage(request.socket, tooManyChunks);
      }
      return true;
    };
  }

  private refuseMessage(socket: Socket, error: RequestError): void {
    const connection = this.connections.of(socket);
    // The first error decides. Node emits one more for each segment that the client sends.
    if (connection.isParsingStopped) return;
    // If the response was sent before the rest of the request could not be read, there must be no second one.
    const isAnswered = incomingRequest(socket)?.complete === false && !currentResponse(socket);
    connection.stopParsing();
    if (isAnswered) socket.destroy();
    else this.refuse(socket, error);
  }

  /**
   * Responds on the bare socket, unless a response has begun there already. Complete requests before the faulty one get
   * their own responses first, because a create that was executed must not look refused.
   */
  private refuse(socket: Socket, error: RequestError): void {
    const current = currentResponse(socket);
    if (current?.req?.complete && !current.writableFinished) current.once('finish', () => this.refuse(socket, error));
    else if (current?.headersSent || !socket.writable) socket.destroy();
    // A request that waits for an earlier one of its connection is not dispatched. The end of the socket drops it.
    else if (current && contextOf(current.req).isDispatched) this.respondForRequest(current.req, socket, error);
    else this.respondUnparsed(socket, error);
  }

  /** The request was dispatched, but its body cannot be read to the end: this is the response to that request. */
  private respondForRequest(request: IncomingMessage, socket: Socket, error: RequestError): void {
    const context = contextOf(request);
    this.connections.of(socket).lingeringClose(errorResponseText(error, context.requestId));
    context.errorCode ??= error.code;
    context.statusSentOutsideResponse = error.error.status;
  }

  private respondUnparsed(socket: Socket, error: RequestError): void {
    const requestId = newRequestId();
    const connection = this.connections.of(socket);
    connection.lingeringClose(errorResponseText(error, requestId));
    this.server.emit('unparsed', error.error, requestId, connection.peerAddress);
  }
}
