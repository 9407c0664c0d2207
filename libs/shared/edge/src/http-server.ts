import { createServer, ServerResponse, type IncomingMessage, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { acceptRequest } from './connection.ts';
import { defaultHeaders } from './default-headers.ts';
import { limitDispatches, type RequestHandler } from './dispatch-limit.ts';
import { respondToParserErrors } from './parser-errors.ts';
import { chooseRequestId, stateOf, type HttpRequest, type IsSecret } from './request-state.ts';
import { maxHeaders, validateRequestHead } from './request-head.ts';
import { clientAddressOf, trustIn, type TrustedProxies } from './client-address.ts';

/** Milliseconds between two checks for clients that exceeded a timeout. */
const connectionsCheckingInterval = 2_000;

/** Limits of connections and requests. Times are in milliseconds. */
export interface HttpLimits {
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
  /** Maximum time from the dispatch of a request to the response of its operation, without the wait for the body. */
  readonly responseTimeout: number;
}

export interface HttpOptions {
  readonly httpLimits: HttpLimits;
  /** Whether a client's request id contains a credential. Such an id is replaced, because the log contains request ids. */
  readonly isSecret: IsSecret;
  readonly trustedProxies?: TrustedProxies | undefined;
}

/** Classes of the messages of a server. Their instances have the prototypes that the handler of requests expects. */
export type MessageClasses = Pick<
  ServerOptions<typeof HttpRequest, typeof ServerResponse>,
  'IncomingMessage' | 'ServerResponse'
>;

/**
 * Creates an HTTP server. It responds with an Error body to every request that Node's parser refuses, and lets `handle` respond to the
 * others, also to those whose head is invalid (`headError` of their RequestState). It emits
 *
 * - `dispatch` with request and response when a request is about to be handled. Node also emits `request` for pipelined requests,
 *   which are not handled.
 * - `completed` with the response and the milliseconds since `dispatch` when the response has ended or the client has disconnected.
 * - `unparsed` with the HttpError, the request id and the peer's address when Node's parser refused the bytes of a client
 *   before they were dispatched as a request.
 */
export function createHttpServer(handle: RequestHandler, options: HttpOptions, classes: MessageClasses): Server {
  const { isSecret } = options;
  const isTrusted = options.trustedProxies === undefined ? undefined : trustIn(options.trustedProxies);
  const { headersTimeout, requestTimeout, idleTimeout, maxConnections, responseTimeout } = options.httpLimits;
  const server = createServer({
    headersTimeout,
    requestTimeout,
    keepAliveTimeout: idleTimeout,
    connectionsCheckingInterval,
    ...classes,
    // Node would respond without a body. `validateRequestHead` checks Host.
    requireHostHeader: false,
  }) as Server;
  server.setTimeout(idleTimeout);
  // One more than `maxHeaders`, so that `validateRequestHead` detects too many header fields. Node 20 silently drops further
  // fields. Later versions refuse the request (HPE_HEADER_OVERFLOW).
  server.maxHeadersCount = maxHeaders + 1;
  server.maxConnections = maxConnections;
  // Node keeps an address that was read once. The socket has none any more when it is destroyed.
  server.on('connection', (socket: Socket) => void socket.remoteAddress);
  respondToParserErrors(server);
  // One function for all responses, because creating one for each request would cost CPU.
  function onClose(this: ServerResponse): void {
    const state = stateOf(this.req);
    // Work of a client that has disconnected must not stay in a queue.
    if (this.writableFinished) state.timeLimit.stop();
    else state.timeLimit.abort();
    server.emit('completed', this, performance.now() - state.startedAt);
  }

  const dispatch = limitDispatches(server, (request, response) => {
    const state = stateOf(request);
    state.startedAt = performance.now();
    state.requestId = chooseRequestId(request, isSecret);
    state.clientAddress = clientAddressOf(request, isTrusted);
    response.on('close', onClose);
    server.emit('dispatch', request, response);
    state.headError = validateRequestHead(request, response);
    state.timeLimit.start(responseTimeout);
    handle(request, response);
  });
  // Node emits `checkContinue` and `checkExpectation` for requests with an Expect header. The handler sends 100 when it reads
  // the body. If it does not read the body, Node closes the connection.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      response.writeHead = writeHead as ServerResponse['writeHead'];
      acceptRequest(request, response, () => dispatch(request, response));
    });
  }
  return server;
}

const defaults = Object.entries(defaultHeaders);

/**
 * Writes the head of a response with the default headers, the id of the request, and the headers of its state. A header that `setHeader` has
 * set replaces a default one. Node validates and stores each header that `setHeader` sets, and then looks it up again. One array of names
 * and values takes less CPU, and an object more.
 */
function writeHead(this: ServerResponse, status: number, headers: Readonly<Record<string, string>> = {}) {
  const { requestId, headers: own } = stateOf(this.req);
  const fields = ['X-Request-Id', requestId];
  for (const [name, value] of defaults) if (!this.hasHeader(name)) fields.push(name, value);
  for (const name in own) fields.push(name, own[name]!);
  for (const name in headers) fields.push(name, headers[name]!);
  return ServerResponse.prototype.writeHead.call(this, status, fields);
}
