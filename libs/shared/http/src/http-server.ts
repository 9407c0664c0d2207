import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http';
import { chooseRequestId, contextOf, HttpRequest, type IsSecret } from './request-context.ts';
import { bodyLength, maxHeaders, validateRequestHead } from './request-head.ts';
import { defaultHeaders } from './default-headers.ts';
import { sendError } from './errors.ts';
import { BodyLimits } from './body-limits.ts';
import { Connections } from './connection.ts';
import { DispatchLimit, type RequestHandler } from './dispatch-limit.ts';
import { ParserRefusals } from './parser-errors.ts';
import { Pipelining } from './pipelining.ts';

/** Maximum bytes of an unread body that Node discards to keep the connection. After a larger one the connection is closed. */
const maxDiscardedBytes = 65_536;

/** Milliseconds between two checks for clients that exceeded a timeout. */
const connectionsCheckingInterval = 2_000;

/** Limits of client connections. Times are in milliseconds. */
export interface ConnectionLimits {
  /** Maximum time to receive the head of a request. */
  readonly headersTimeout: number;
  /** Maximum time to receive a whole request. */
  readonly requestTimeout: number;
  /**
   * Maximum time without traffic on a connection, between two requests or within one. It must be longer than the idle timeout
   * of proxies (60 s is usual), so that no proxy sends a request on a connection that is being closed.
   */
  readonly idleTimeout: number;
  /** Maximum open connections. Node closes further ones without a response. */
  readonly maxConnections: number;
}

export interface HttpLimits extends ConnectionLimits {
  /** Milliseconds from the dispatch of a request to the response of its operation, without the wait for the body. */
  readonly responseTimeout: number;
}

export interface HttpServerOptions {
  /** Whether a client's request id contains a credential. Such an id is replaced, because the log contains request ids. */
  readonly isSecret?: IsSecret;
  /** Constructors of requests and responses. The requests must have a `context`. */
  readonly messageClasses?: Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;
  /** Returns the client's address that a trusted proxy reports, if one does. */
  readonly forwardedAddressOf?: (request: IncomingMessage) => string | undefined;
  /** Adds headers to every response to a request, error responses included. */
  readonly setHeaders?: RequestHandler;
}

/**
 * Creates an HTTP server that responds with an Error body to every request that Node's parser or the server refuses. It emits
 *
 * - `dispatch` with request and response when a request is about to be handled. Observers listen to this, not to `request`,
 *   which Node also emits for pipelined requests that may never be handled.
 * - `unparsed` with the HttpError, the request id and the peer's address when Node's parser refused the bytes of a client
 *   before there was a request.
 */
export function createHttpServer(
  limits: ConnectionLimits,
  handleRequest: RequestHandler,
  options: HttpServerOptions = {},
): Server {
  const { isSecret = () => false, messageClasses } = options;
  const { forwardedAddressOf, setHeaders } = options;
  const { headersTimeout, requestTimeout, idleTimeout, maxConnections } = limits;
  const server = createServer({
    headersTimeout,
    requestTimeout,
    keepAliveTimeout: idleTimeout,
    connectionsCheckingInterval,
    ...(messageClasses ?? { IncomingMessage: HttpRequest as typeof IncomingMessage }),
    // `validateRequestHead` checks Host.
    requireHostHeader: false,
  });
  server.setTimeout(idleTimeout);
  // One more than `maxHeaders`, so that `validateRequestHead` detects too many header fields. Node 20 silently drops further
  // fields. Later versions refuse the request (HPE_HEADER_OVERFLOW).
  server.maxHeadersCount = maxHeaders + 1;
  server.maxConnections = maxConnections;
  // Lets the server respond to a client that has closed its sending side. Node has no public option for this.
  (server as { httpAllowHalfOpen?: boolean }).httpAllowHalfOpen = true;
  const connections = new Connections(server);
  const bodies = new BodyLimits(connections);
  new ParserRefusals(server, connections);
  const headers = Object.entries(defaultHeaders);

  const handle: RequestHandler = (request, response) => {
    const context = contextOf(request);
    context.startedAt = performance.now();
    context.requestId = chooseRequestId(request, isSecret);
    context.clientAddress = forwardedAddressOf?.(request) ?? connections.of(request.socket).peerAddress;
    server.emit('dispatch', request, response);
    response.setHeader('X-Request-Id', context.requestId);
    for (const [name, value] of headers) response.setHeader(name, value);
    setHeaders?.(request, response);
    if (bodyLength(request) > maxDiscardedBytes || context.bodyRefusal) {
      connections.of(request.socket).closeAfterUnreadBody(request, response);
    }
    const error = validateRequestHead(request, response);
    if (error) sendError(response, error);
    else handleRequest(request, response);
  };
  const limit = new DispatchLimit(server, handle);
  const dispatch: RequestHandler = (request, response) => limit.dispatch(request, response);
  const pipelining = new Pipelining(connections, dispatch);
  const receive: RequestHandler = (request, response) => {
    // Node assigns the socket to a response when the earlier responses of the connection were sent.
    const isFirst = response.socket !== null;
    if (!isFirst && !pipelining.dispatchLater(request, response)) return;
    bodies.limit(request, response);
    if (isFirst) dispatch(request, response);
  };
  // Node emits `checkContinue` and `checkExpectation` for requests with an Expect header. The handler sends 100 when it reads
  // the body. If it does not read the body, Node closes the connection.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, receive);
  return server;
}
