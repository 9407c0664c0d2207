import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { headersTooLarge } from '../request/header-limits.ts';
import { newRequestId } from '../request/request-id.ts';
import { errorBytes } from '../response/error-body.ts';
import { platformErrors } from '../response/platform-errors.ts';
import { RequestError } from '../response/request-error.ts';
import { noteRefusalAside } from '../response/response-outcome.ts';
import { limitChunks, maxChunks } from './chunk-limit.ts';
import { currentResponse } from './current-response.ts';
import { isParsingStopped, lingeringClose, stopParsing } from './lingering-close.ts';

const errorOfParser: Readonly<Record<string, RequestError>> = {
  HPE_HEADER_OVERFLOW: headersTooLarge(),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new RequestError(
    platformErrors.payload_too_large,
    'The chunk extensions are too large.',
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new RequestError(platformErrors.request_timeout),
};
const notHttp = new RequestError(platformErrors.malformed_request, 'This is not HTTP/1.1.');

/**
 * Answers with an Error body what Node's parser refuses, and ends the connection. For what never became a request the
 * server emits `unparsed`, with the HttpError and the request id of the response, and the socket.
 */
export function answerParserErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    // The first error decides. Node emits one more for each segment that the client sends.
    if (isParsingStopped(socket)) return;
    refuseMessage(server, socket, errorOfParser[error.code ?? ''] ?? notHttp);
  });
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    server.on(event, (request: IncomingMessage) => limitChunks(request, () => refuseChunks(server, request.socket)));
  }
  server.on('connect', (_request: IncomingMessage, stream) => {
    const socket = stream as Socket;
    // Node has removed its own listeners and has forgotten the connection. Without a listener for `error`, a client that
    // resets the connection ends the process.
    socket.on('error', () => socket.destroy()).on('timeout', () => socket.destroy());
    refuse(
      server,
      socket,
      new RequestError(platformErrors.malformed_request, 'This is no proxy: CONNECT is not supported.'),
    );
  });
}

function refuseChunks(server: Server, socket: Socket): void {
  if (isParsingStopped(socket)) return;
  refuseMessage(
    server,
    socket,
    new RequestError(platformErrors.payload_too_large, `The body may have at most ${maxChunks} chunks.`),
  );
}

function refuseMessage(server: Server, socket: Socket, error: RequestError): void {
  const isAnswered = isCurrentMessageAnswered(socket);
  stopParsing(socket);
  if (isAnswered) socket.destroy();
  else refuse(server, socket, error);
}

/** Whether the response was sent before the rest of the request could not be read. A second one would answer nothing. */
function isCurrentMessageAnswered(socket: Socket): boolean {
  const { parser } = socket as { parser?: { incoming?: IncomingMessage | null } | null };
  return parser?.incoming?.complete === false && !currentResponse(socket);
}

/**
 * Answers on the bare socket, unless an answer has begun there already. Complete requests before the faulty one get their
 * own answers first, because a create that was executed must not look refused.
 */
function refuse(server: Server, socket: Socket, error: RequestError): void {
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
function answerAside(response: ServerResponse, socket: Socket, error: RequestError): void {
  lingeringClose(socket, errorBytes(error, String(response.getHeader('X-Request-Id'))));
  noteRefusalAside(response, error.error);
}

function answerUnparsed(server: Server, socket: Socket, error: RequestError): void {
  const requestId = newRequestId();
  lingeringClose(socket, errorBytes(error, requestId));
  server.emit('unparsed', error.error, requestId, socket);
}
