import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { HttpError } from './errors.ts';
import type { Log } from './log.ts';
import { singleHeader } from './request-head.ts';
import { contextOf } from './request-context.ts';
import { unparsedRoute } from './routes.ts';

/** Message of a request's access-log line. No other line has this message. */
export const requestMessage = 'request';

/** Minimum milliseconds between two lines about refused connections. */
const refusalInterval = 60_000;

/** Logs every request when its response has ended or the client has disconnected, and the number of refused connections. */
export function logRequests(server: Server, log: Log): void {
  logRefusedConnections(server, log);
  if (!log.isLevelEnabled('info')) return;
  server.on('completed', (response: ServerResponse, duration: number) => {
    const { req: request } = response;
    const context = contextOf(request);
    const { route, errorCode: code, clientAddress: client } = context;
    const status = context.statusOf(response);
    // Probes send a request every few seconds, so successful ones have the level `debug`.
    const level = status === 200 && route.startsWith('/health/') ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) return;
    const trace = traceOf(request);
    // The only values that a client chooses are ids, and their format is validated.
    const line = {
      requestId: context.requestId,
      method: request.method,
      route,
      // Undefined if the client disconnected before the response.
      status,
      code,
      // Milliseconds from the dispatch of the request to the end of the response.
      duration: Math.round(duration * 100) / 100,
      client,
      apiKey: context.caller?.id,
      traceId: trace?.traceId,
      parentId: trace?.parentId,
      aborted: context.isAborted(response) || undefined,
    };
    log[level](line, requestMessage);
  });
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

/** Logs the number of connections that were refused because `MAX_CONNECTIONS` were open. */
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
