import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { hasTooManyHeaders, headersTooLarge, maxHeaders } from '../request/header-limits.ts';
import { checkFraming } from '../request/message-framing.ts';
import { chooseRequestId, type IsSecret } from '../request/request-id.ts';
import { setDefaultHeaders } from '../response/default-headers.ts';
import { sendError } from '../response/error-body.ts';
import { platformErrors } from '../response/platform-errors.ts';
import { RequestError } from '../response/request-error.ts';
import { limitDispatch } from './dispatch-limit.ts';
import { answerParserErrors } from './parser-refusals.ts';
import { dispatchInOrder } from './pipelining.ts';
import { closeUnreadBody } from './unread-body.ts';

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
  readonly messageClasses?: Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;
}

/** Milliseconds between two looks for clients that took too long. */
const connectionsCheckingInterval = 2_000;

/**
 * Node's server, with the Error body for all that it refuses before there is a request. It emits
 *
 * - `dispatch` with request and response when a request is about to be answered. Observers listen to this, not to `request`,
 *   which Node also emits for pipelined requests that may never be answered.
 * - `unparsed` with the HttpError, the request id and the socket for what was refused and never became a request.
 */
export function createHttpServer(
  limits: ConnectionLimits,
  listener: RequestListener,
  { isSecret = () => false, messageClasses = {} }: HttpServerOptions = {},
): Server {
  const { headersTimeout, requestTimeout, idleTimeout: keepAliveTimeout } = limits;
  const timeouts = { headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval };
  // The listener checks Host.
  const server = createServer({ ...timeouts, ...messageClasses, requireHostHeader: false });
  server.setTimeout(limits.idleTimeout);
  // Node 20 silently drops further ones, later versions refuse the request (HPE_HEADER_OVERFLOW). One more than are allowed,
  // so that such a request can be refused.
  server.maxHeadersCount = maxHeaders + 1;
  server.maxConnections = limits.maxConnections;
  // Answers a client that has closed its sending side, and then ends the connection. Node has no public option for it.
  (server as { httpAllowHalfOpen?: boolean }).httpAllowHalfOpen = true;
  answerParserErrors(server);
  const dispatch = limitDispatch(server, (request, response) => server.emit('dispatch', request, response));
  const receive = dispatchInOrder(dispatch);
  // The last two are for requests with an Expect header. The body is requested (100) when it is to be read; when that
  // never happens, Node closes the connection.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, receive);
  server.on('dispatch', (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('X-Request-Id', chooseRequestId(request, isSecret));
    setDefaultHeaders(response);
    closeUnreadBody(request, response);
    const error =
      checkVersion(request) ??
      checkHeaderCount(request) ??
      checkFraming(request, response) ??
      checkExpectation(request, response);
    if (error) sendError(response, error);
    else listener(request as never, response as never);
  });
  return server;
}

/** Node's parser accepts HTTP/0.9 and HTTP/2.0 as well, and serves them as if they were HTTP/1.0. */
function checkVersion({ httpVersion }: IncomingMessage): RequestError | undefined {
  if (httpVersion === '1.1' || httpVersion === '1.0') return undefined;
  return new RequestError(platformErrors.malformed_request, 'The version must be HTTP/1.1 or HTTP/1.0.', {
    Connection: 'close',
  });
}

function checkHeaderCount(request: IncomingMessage): RequestError | undefined {
  return hasTooManyHeaders(request) ? headersTooLarge() : undefined;
}

/** Node is content when 100-continue is among the expectations. HTTP/1.0 has none. */
function checkExpectation(
  { headers, httpVersion }: IncomingMessage,
  response: ServerResponse,
): RequestError | undefined {
  const { expect } = headers;
  if (expect === undefined || httpVersion !== '1.1' || expect.toLowerCase() === '100-continue') return undefined;
  response.shouldKeepAlive = false;
  return new RequestError(platformErrors.expectation_failed, 'The only expectation that is met is 100-continue.');
}
