import type { Server } from 'node:http';
import { callerOf } from '../auth/caller.ts';
import { clientAddressOf, peerAddressOf } from '../http/client-address.ts';
import { catalogued, type ErrorCode } from '../http/error-catalogue.ts';
import { isAborted, refusalOf, statusOf } from '../http/outcome.ts';
import { routeOf, unparsed } from '../http/route.ts';
import { traceContextOf } from '../http/trace-context.ts';
import { watchRequests } from '../http/watch-requests.ts';
import type { Log } from '../log.ts';
import { healthPath } from '../paths.ts';

/** The message of a request's line, by which it is told from all others. */
export const requestMessage = 'request';

/** What a line says of a request; of what the client wrote it holds nothing but the ids that it may choose. */
export interface RequestLine {
  readonly requestId: string;
  readonly method: string | undefined;
  /** The template, `unmatched`, or `unparsed` for what never became a request; never the path itself. */
  readonly route: string;
  /** None when the client went away before there was an answer. */
  readonly status: number | undefined;
  /** Of the Error body, when that was the answer. */
  readonly code: ErrorCode | undefined;
  /** Milliseconds from the request's head to the end of the answer. */
  readonly duration: number | undefined;
  /** The client's address; of what was never parsed, the peer's, which may be a proxy's. None with LOG_CLIENT_ADDRESS=off. */
  readonly client: string | undefined;
  /** The public id of the key. */
  readonly apiKey: string | undefined;
  /** From a valid `traceparent`. */
  readonly traceId: string | undefined;
  readonly parentId: string | undefined;
  /** The client went away before it had the whole answer. */
  readonly aborted: true | undefined;
}

/** Writes a line for every request when it is over. */
export function logRequests(server: Server, log: Log): void {
  if (!log.isLevelEnabled('info')) return;
  watchRequests(server, {
    over(request, response, milliseconds) {
      const [route, status] = [routeOf(request), statusOf(response)];
      const level = isQuiet(route, status) ? 'debug' : 'info';
      if (!log.isLevelEnabled(level)) return;
      const trace = traceContextOf(request);
      const line: RequestLine = {
        requestId: response.getHeader('X-Request-Id') as string,
        method: request.method,
        route,
        status,
        code: refusalOf(response),
        duration: Math.round(milliseconds * 100) / 100,
        client: clientAddressOf(request),
        apiKey: callerOf(request)?.publicId,
        traceId: trace?.traceId,
        parentId: trace?.parentId,
        aborted: isAborted(response) || undefined,
      };
      log[level](line, requestMessage);
    },
    unparsed(code, requestId, socket) {
      const { status } = catalogued(code);
      const line: Partial<RequestLine> = { requestId, route: unparsed, status, code, client: peerAddressOf(socket) };
      log.info(line, requestMessage);
    },
  });
}

/** A probe that finds all well says nothing, and comes every few seconds. */
function isQuiet(route: string, status: number | undefined): boolean {
  return status === 200 && route.startsWith(healthPath);
}
