import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { pinoHttp, type HttpLogger } from 'pino-http';
import type { HttpError } from '@petstore/edge/errors';
import type { Log } from '@petstore/operations/log';
import { stateOf, statusOf } from '@petstore/edge/request-state';
import { singleHeader } from '@petstore/edge/request-head';
import { routeOf, unparsedRoute } from '../routes.ts';

/** Message of a request's access-log line. No other line has this message. */
export const requestMessage = 'request';

/** Minimum milliseconds between two lines about refused connections. */
const refusalInterval = 60_000;

/** Returns a middleware that logs every request when its response has ended or the client has disconnected. */
export function requestLogger(log: Log): HttpLogger {
  return pinoHttp({
    logger: log,
    genReqId: (request) => stateOf(request).requestId,
    // The line has members of its own. Otherwise pino-http would add the headers, which may have secrets.
    wrapSerializers: false,
    serializers: { req: () => undefined },
    customLogLevel: (request, response) => (isPassedProbe(request, response) ? 'debug' : 'info'),
    customSuccessObject: lineOf,
    customErrorObject: lineOf,
    customSuccessMessage: () => requestMessage,
    customErrorMessage: () => requestMessage,
  });
}

/** Probes send a request every few seconds, so successful ones have the level `debug`. */
function isPassedProbe(request: IncomingMessage, response: ServerResponse): boolean {
  return response.statusCode === 200 && routeOf(request).startsWith('/health/');
}

/** Returns the members of the line. The only values that a client chooses are ids, and their format is validated. */
function lineOf(request: IncomingMessage, response: ServerResponse): object {
  const state = stateOf(request);
  const trace = traceOf(request);
  return {
    requestId: state.requestId,
    method: request.method,
    route: state.route || routeOf(request),
    // Undefined if the client disconnected before the response.
    status: statusOf(response),
    code: state.errorCode,
    // Milliseconds from the dispatch of the request to the end of the response.
    duration: Math.round((performance.now() - state.startedAt) * 100) / 100,
    client: state.clientAddress,
    apiKey: state.caller?.id,
    traceId: trace?.traceId,
    parentId: trace?.parentId,
    aborted: response.writableFinished ? undefined : true,
  };
}

/** Logs what is refused before there is a request: bytes that Node's parser refuses, and the number of refused connections. */
export function logRefusals(server: Server, log: Log): void {
  logRefusedConnections(server, log);
  // The client is the peer of the connection, which may be a proxy.
  server.on('unparsed', ({ code, status }: HttpError, requestId: string, client: string | undefined) => {
    log.info({ requestId, route: unparsedRoute, status, code, client }, requestMessage);
  });
}

/** W3C Trace Context: version, trace id, parent id, flags. No id is all zeros. Versions after `00` may append fields. */
const traceparent = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(-.*)?$/;

/** @returns undefined if the header `traceparent` is not valid or was sent more than once */
function traceOf(request: IncomingMessage): { traceId: string; parentId: string } | undefined {
  if (request.headers['traceparent'] === undefined) return undefined;
  const [, version, traceId, parentId, appended] = traceparent.exec(singleHeader(request, 'traceparent') ?? '') ?? [];
  if (traceId === undefined || parentId === undefined) return undefined;
  return version === '00' && appended !== undefined ? undefined : { traceId, parentId };
}

function logRefusedConnections(server: Server, log: Log): void {
  let refused = 0;
  let pause: NodeJS.Timeout | undefined;
  const report = () => {
    pause = undefined;
    if (refused === 0) return;
    log.warn({ connections: refused }, 'refused connections: MAX_CONNECTIONS are open');
    refused = 0;
    pause = setTimeout(report, refusalInterval).unref();
  };
  server.on('drop', () => {
    refused += 1;
    if (!pause) report();
  });
}
