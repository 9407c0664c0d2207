import type { Server } from 'node:http';
import { healthPath } from '@petstore/http/health/health-routes';
import { callerOf } from '@petstore/http/request/caller';
import { routeOf, unparsed } from '@petstore/http/request/route';
import { traceContextOf } from '@petstore/http/request/trace-context';
import { isAborted, refusalOf, statusOf } from '@petstore/http/response/response-outcome';
import { clientAddressOf, peerAddressOf } from '@petstore/http/server/client-address';
import { watchRequests } from '@petstore/http/server/request-observer';
import type { Log } from './log.ts';
import { requestMessage, type RequestLine } from './request-line.ts';

/** Logs every request when its response has ended or the client has disconnected. */
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
        apiKey: callerOf(request)?.id,
        traceId: trace?.traceId,
        parentId: trace?.parentId,
        aborted: isAborted(response) || undefined,
      };
      log[level](line, requestMessage);
    },
    unparsed({ code, status }, requestId, socket) {
      const line: Partial<RequestLine> = { requestId, route: unparsed, status, code, client: peerAddressOf(socket) };
      log.info(line, requestMessage);
    },
  });
}

/** Successful health probes come every few seconds, so they are logged at level `debug` only. */
function isQuiet(route: string, status: number | undefined): boolean {
  return status === 200 && route.startsWith(healthPath);
}
