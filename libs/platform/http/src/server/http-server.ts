import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { contextOf, HttpRequest } from '../context/request-context.ts';
import { bodyLength, maxHeaders, validateRequestHead } from '../request/request-head.ts';
import { chooseRequestId, type IsSecret } from '../request/request-id.ts';
import { setDefaultHeaders } from '../response/default-headers.ts';
import { sendError } from '../response/error-body.ts';
import { Connections } from './connection.ts';
import { DispatchLimit } from './dispatch-limit.ts';
import { ParserRefusals } from './parser-refusals.ts';
import { Pipelining } from './pipelining.ts';
import { closeAfterUnreadBody } from './unread-body.ts';

/** Bytes of the largest rest of a body that is read and discarded so that the connection can be used again. */
const maxDiscardedBytes = 65_536;

/** What one client, and all of them together, may take. Times in milliseconds. */
export interface ConnectionLimits {
  /** Until a request's headers have come. */
  readonly headersTimeout: number;
  /** Until all of it has. */
  readonly requestTimeout: number;
  /**
   * For anything to happen on a connection, between two requests or within one: longer than proxies keep theirs (60 s is
   * usual), so that none sends a request into one that is just being closed.
   */
  readonly idleTimeout: number;
  /** Open connections. Node closes further ones without an answer. */
  readonly maxConnections: number;
}

export interface HttpLimits extends ConnectionLimits {
  /** Milliseconds until an operation is answered, from the request's beginning; the wait for its body is not counted. */
  readonly responseTimeout: number;
}

export interface HttpServerOptions {
  /** A client's request id for which it returns true is replaced, because the log would contain the credential. */
  readonly isSecret?: IsSecret;
  /** Constructors whose requests have a `context`. */
  readonly messageClasses?: Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;
  /** Whether requests get the address of their client. */
  readonly recordClientAddress?: boolean;
  /** Returns the client's address that a trusted proxy reports, if one does. */
  readonly forwardedAddressOf?: (request: IncomingMessage) => string | undefined;
  /** Adds headers to every response to a request, refusals included. */
  readonly setHeaders?: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Milliseconds between two checks for clients that exceeded a timeout. */
const connectionsCheckingInterval = 2_000;

/**
 * Creates Node's server, which responds with the Error body to all that it refuses itself. It emits
 *
 * - `dispatch` with request and response when a request is about to be handled. Observers listen to this, not to `request`,
 *   which Node also emits for pipelined requests that may never be handled.
 * - `unparsed` with the HttpError, the request id and the peer's address for what was refused and never became a request.
 */
export function createHttpServer(
  limits: ConnectionLimits,
  listener: RequestListener,
  options: HttpServerOptions = {},
): Server {
  const { isSecret = () => false, messageClasses, recordClientAddress = false } = options;
  const { forwardedAddressOf, setHeaders } = options;
  const { headersTimeout, requestTimeout, idleTimeout: keepAliveTimeout } = limits;
  const timeouts = { headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval };
  // `validateRequestHead` checks Host.
  const server: Server = createServer({
    ...timeouts,
    ...(messageClasses ?? { IncomingMessage: HttpRequest as typeof IncomingMessage }),
    requireHostHeader: false,
  });
  server.setTimeout(limits.idleTimeout);
  // Node 20 silently drops further ones, later versions refuse the request (HPE_HEADER_OVERFLOW). One more than are allowed,
  // so that such a request can be refused.
  server.maxHeadersCount = maxHeaders + 1;
  server.maxConnections = limits.maxConnections;
  // Responds to a client that has closed its sending side, and then ends the connection. Node has no public option for it.
  (server as { httpAllowHalfOpen?: boolean }).httpAllowHalfOpen = true;
  const connections = new Connections(server, recordClientAddress);
  const refusals = new ParserRefusals(server, connections);

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const context = contextOf(request);
    context.startedAt = performance.now();
    context.requestId = chooseRequestId(request, isSecret);
    if (recordClientAddress) {
      context.clientAddress = forwardedAddressOf?.(request) ?? connections.of(request.socket).peerAddress;
    }
    server.emit('dispatch', request, response);
    response.setHeader('X-Request-Id', context.requestId);
    setDefaultHeaders(response);
    setHeaders?.(request, response);
    if (bodyLength(request) > maxDiscardedBytes) {
      closeAfterUnreadBody(request, response, connections.of(request.socket));
    }
    const error = validateRequestHead(request, response);
    if (error) sendError(response, error);
    else listener(request as never, response as never);
  };
  const limit = new DispatchLimit(server, handle as RequestListener);
  const dispatch = (request: IncomingMessage, response: ServerResponse) =>
    limit.isActive ? limit.dispatch(request, response) : handle(request, response);
  const pipelining = new Pipelining(dispatch as RequestListener);
  const receive = (request: IncomingMessage, response: ServerResponse) => {
    if (bodyLength(request) === Infinity) refusals.limitChunks(request);
    // A response has its socket when the connection's earlier responses were sent.
    if (response.socket) dispatch(request, response);
    else pipelining.dispatchLater(request, response);
  };
  // The last two are for requests with an Expect header. The body is requested (100) when it is to be read; when that
  // never happens, Node closes the connection.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, receive);
  return server;
}
