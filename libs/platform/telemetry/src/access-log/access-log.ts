import type { Server } from 'node:http';
import { healthPath } from '@petstore/http/health/health-routes';
import { parseTraceContext } from '@petstore/http/request/trace-context';
import { observeRequests, unparsedRoute } from '@petstore/http/server/request-observer';
import type { Log } from '../log/log.ts';
import { requestMessage, type RequestLine } from '../log/request-line.ts';

/** Logs every request when its response has ended or the client has disconnected. */
export function logRequests(server: Server, log: Log): void {
  if (!log.isLevelEnabled('info')) return;
  observeRequests(server, {
    onEnd(context, response, duration, held) {
      const { route, errorCode: code, clientAddress: client } = context;
      const { req: request } = response;
      const status = context.statusOf(response);
      // Probes send a request every few seconds, so successful ones have the level `debug`.
      const level = status === 200 && route.startsWith(healthPath) ? 'debug' : 'info';
      if (!log.isLevelEnabled(level)) return;
      const trace = request.headers['traceparent'] === undefined ? undefined : parseTraceContext(request);
      const line: RequestLine = {
        requestId: context.requestId,
        method: request.method,
        route,
        status,
        code,
        duration: toHundredths(duration),
        waited: held > 0 ? toHundredths(held) : undefined,
        client,
        apiKey: context.caller?.id,
        traceId: trace?.traceId,
        parentId: trace?.parentId,
        aborted: context.isAborted(response) || undefined,
      };
      log[level](line, requestMessage);
    },
    onUnparsed({ code, status }, requestId, client) {
      const line: Partial<RequestLine> = { requestId, route: unparsedRoute, status, code, client };
      log.info(line, requestMessage);
    },
  });
}

function toHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
