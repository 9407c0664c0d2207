import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from './api-error.ts';
import { beginAnswer } from './begin-answer.ts';
import { currentResponse } from './current-response.ts';
import { errorCatalogue, type ErrorCode } from './error-catalogue.ts';
import { errorBytes, sendError } from './error.response.ts';
import { noteRefusalAside } from './outcome.ts';
import { closeQueuedResponses } from './queued-responses.ts';
import { newRequestId } from './request-id.ts';

/** How long a client is waited for, and may wait, in milliseconds. */
export interface HttpLimits {
  /** Until a request's headers have come. */
  readonly headersTimeout: number;
  /** Until all of it has. */
  readonly requestTimeout: number;
  /**
   * For anything to happen on a connection, between two requests or within one: longer than proxies keep theirs (60 s is
   * usual), so that none sends a request into one that is just being closed.
   */
  readonly idleTimeout: number;
  /** Until an operation is answered, from the request's beginning on; the wait for its body is not counted. */
  readonly responseTimeout: number;
}

/** Milliseconds between two looks for clients that took too long. */
const connectionsCheckingInterval = 2_000;

const faultOfParser: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', errorCatalogue.headers_too_large.meaning],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['payload_too_large', 'The chunk extensions are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', errorCatalogue.request_timeout.meaning],
};

/**
 * Node's server, with the Error body for all that it refuses before there is a request. What was refused so and never
 * became one, it emits as `unparsed`, with the code and the id that were answered.
 */
export function createHttpServer(
  limits: Omit<HttpLimits, 'responseTimeout'>,
  listener: RequestListener,
  born: ServerOptions = {},
): Server {
  const { headersTimeout, requestTimeout, idleTimeout: keepAliveTimeout } = limits;
  const timeouts = { headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval };
  // Every header counts: Node would silently drop those beyond maxHeadersCount. Whoever listens asks for Host.
  const server = createServer({ ...timeouts, ...born, requireHostHeader: false }, (request, response) => {
    beginAnswer(request, response);
    listener(request, response);
  });
  server.setTimeout(limits.idleTimeout);
  server.maxHeadersCount = 0;
  closeQueuedResponses(server);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const [code, message] = faultOfParser[error.code ?? ''] ?? ['malformed_request', 'This is not HTTP/1.1.'];
    end(server, socket, new ApiError(code, message));
  });
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // Node is content when 100-continue is among what is expected.
    const isMet = request.headers.expect?.toLowerCase() === '100-continue';
    // The body is asked for when it is to be read; Node closes the connection when that never happens.
    server.emit(isMet ? 'request' : 'checkExpectation', request, response);
  });
  server.on('checkExpectation', refuseExpectation);
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    // Node has taken its own listener off: without one, a client that resets the connection ends the process.
    socket.on('error', () => socket.destroy());
    end(server, socket, new ApiError('malformed_request', 'This is no proxy: CONNECT is not supported.'));
  });
  return server;
}

function refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
  beginAnswer(request, response);
  response.shouldKeepAlive = false;
  sendError(response, new ApiError('expectation_failed', 'The only expectation that is met is 100-continue.'));
}

/**
 * Answers on the bare socket, unless an answer has begun there already. Whole requests before the faulty one get their
 * own answers first: a create that was made must not look refused.
 */
function end(server: Server, socket: Duplex, error: ApiError): void {
  const current = currentResponse(socket);
  if (current?.req?.complete && !current.writableFinished) current.once('finish', () => end(server, socket, error));
  else if (current?.headersSent || !socket.writable) socket.destroy();
  else if (current) answerAside(current, socket, error);
  else answerUnparsed(server, socket, error);
}

/** The request has a response, but its body cannot be read to the end: the answer is that request's own. */
function answerAside(response: ServerResponse, socket: Duplex, error: ApiError): void {
  socket.end(errorBytes(error, String(response.getHeader('X-Request-Id') ?? newRequestId())));
  noteRefusalAside(response, error.code);
}

function answerUnparsed(server: Server, socket: Duplex, error: ApiError): void {
  const requestId = newRequestId();
  socket.end(errorBytes(error, requestId));
  server.emit('unparsed', error.code, requestId);
}
