import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { HttpError } from './errors.ts';
import type { Log } from './log.ts';
import { singleHeader } from './request-head.ts';
import { contextOf } from './request-context.ts';
import { unparsedRoute } from './routes.ts';

/** Message of a request's access-log line. No other line has this message. */
export const requestMessage = 'request';

/** Fields of a request's access-log line. The only values that a client chooses are ids, and their format is validated. */
export interface RequestLine {
  readonly requestId: string;
  readonly method: string | undefined;
  /** The route template, `unmatched` or `unparsed`; never the path itself. */
  readonly route: string;
  /** Undefined if the client disconnected before the response. */
  readonly status: number | undefined;
  /** Code of the Error body. */
  readonly code: string | undefined;
  /** Milliseconds from the dispatch of the request to the end of the response. */
  readonly duration: number | undefined;
  /**
   * IP address of the client. If the request could not be parsed, it is the address of the connection's peer, which may be a
   * proxy.
   */
  readonly client: string | undefined;
  /** Public id of the API key. */
  readonly apiKey: string | undefined;
  /** From a valid `traceparent`. */
  readonly traceId: string | undefined;
  readonly parentId: string | undefined;
  /** True if the client disconnected before the end of the response. */
  readonly aborted: true | undefined;
}

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
    const line: RequestLine = {
      requestId: context.requestId,
      method: request.method,
      route,
      status,
      code,
      duration: Math.round(duration * 100) / 100,
      client,
      apiKey: context.caller?.id,
      traceId: trace?.traceId,
      parentId: trace?.parentId,
      aborted: context.isAborted(response) || undefined,
    };
    log[level](line, requestMessage);
  });
  server.on('unparsed', ({ code, status }: HttpError, requestId: string, client: string | undefined) => {
    const line: Partial<RequestLine> = { requestId, route: unparsedRoute, status, code, client };
    log.info(line, requestMessage);
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
