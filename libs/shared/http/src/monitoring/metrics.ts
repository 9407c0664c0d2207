import type { Server, ServerResponse } from 'node:http';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { HttpError } from '@petstore/edge/errors';
import { stateOf, statusOf } from '@petstore/edge/request-state';
import { unparsedRoute } from '../routes.ts';

/** Upper bounds in seconds. The range extends from the duration of a list request without load to the timeouts of clients. */
export const durationBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Methods with their own label value. All other methods have the value `other`, to limit the number of series. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const otherMethod = 'other';

/** Codes of the errors that `petstore_key_refusals_total` counts. */
const keyRefusals: readonly string[] = ['missing_api_key', 'invalid_api_key', 'read_only_key'];

export function measureRequests(server: Server): void {
  const requests = new Counter({
    name: 'petstore_http_requests_total',
    help: 'Completed requests. Status "aborted": the client disconnected before the response.',
    labelNames: ['method', 'route', 'status'] as const,
  });
  const durations = new Histogram({
    name: 'petstore_http_request_duration_seconds',
    help: 'Time from the head of the request to the end of the response.',
    labelNames: ['method', 'route'] as const,
    buckets: durationBuckets,
  });
  // A number, because prom-client takes longer to change a gauge.
  let inFlight = 0;
  new Gauge({
    name: 'petstore_http_requests_in_flight',
    help: 'Requests whose response has not ended.',
    collect() {
      this.set(inFlight);
    },
  });
  const refusals = new Counter({
    name: 'petstore_key_refusals_total',
    help: 'Requests that were refused because of their API key, by error code.',
    labelNames: ['code'] as const,
  });
  for (const code of keyRefusals) refusals.inc({ code }, 0);
  // Counted by API key, so that the operator can inform its holder. Only verified keys create a series.
  const deprecatedCalls = new Counter({
    name: 'petstore_deprecated_calls_total',
    help: 'Calls of deprecated operations, by public id of the API key.',
    labelNames: ['api_key'] as const,
  });

  server.on('dispatch', () => (inFlight += 1));
  server.on('completed', (response: ServerResponse, duration: number) => {
    inFlight -= 1;
    const { method: sent = '' } = response.req;
    const method = methods.has(sent) ? sent : otherMethod;
    const state = stateOf(response.req);
    const { caller, errorCode, isDeprecated, route } = state;
    requests.inc({ method, route, status: statusOf(response) ?? 'aborted' });
    durations.observe({ method, route }, duration / 1_000);
    if (errorCode !== undefined && keyRefusals.includes(errorCode)) refusals.inc({ code: errorCode });
    if (isDeprecated && caller) deprecatedCalls.inc({ api_key: caller.id });
  });
  server.on('unparsed', ({ status }: HttpError) => {
    requests.inc({ method: otherMethod, route: unparsedRoute, status });
  });
}
