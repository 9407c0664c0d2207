import type { Server } from 'node:http';
import { observeRequests, unparsedRoute } from '@petstore/http/server/request-observer';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { createCounter } from './label-counter.ts';

/** Upper bounds in seconds. The range extends from the duration of a list request without load to the timeouts of clients. */
export const durationBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Methods with their own label value. All other methods have the value `other`, to limit the number of series. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const otherMethod = 'other';

/** Codes of the errors that `petstore_key_refusals_total` counts. */
const keyRefusals: readonly string[] = ['missing_api_key', 'invalid_api_key', 'read_only_key'];

export interface HttpMetricsOptions {
  /** The earliest date at which a deprecated operation is to be removed; undefined if no operation is deprecated. */
  readonly sunset: Date | undefined;
  /** Whether to use code that exists only for speed. */
  readonly tuning: boolean;
}

/** Measures the requests of a server. */
export function observeHttp(server: Server, { sunset, tuning }: HttpMetricsOptions, registry: Registry): void {
  const registers = [registry];
  const requests = createCounter(
    {
      name: 'petstore_http_requests_total',
      help: 'Completed requests. Status "aborted": the client disconnected before the response.',
      labelNames: ['method', 'route', 'status'],
      registers,
    },
    tuning,
  );
  const durations = new Histogram({
    name: 'petstore_http_request_duration_seconds',
    help: 'Time from the head of the request to the end of the response, without waits that the client asked for.',
    labelNames: ['method', 'route'] as const,
    buckets: durationBuckets,
    registers,
  });
  let inFlight = 0;
  new Gauge({
    name: 'petstore_http_requests_in_flight',
    help: 'Requests whose response has not ended.',
    registers,
    collect() {
      this.set(inFlight);
    },
  });
  const refusals = new Counter({
    name: 'petstore_key_refusals_total',
    help: 'Requests that were refused because of their API key, by error code.',
    labelNames: ['code'] as const,
    registers,
  });
  for (const code of keyRefusals) refusals.inc({ code }, 0);
  // Counted by API key, so that the operator can inform its holder. Only verified keys create a series.
  const deprecatedCalls = createCounter(
    {
      name: 'petstore_deprecated_calls_total',
      help: 'Calls of deprecated operations, by public id of the API key.',
      labelNames: ['api_key'],
      registers,
    },
    tuning,
  );
  if (sunset) {
    new Gauge({
      name: 'petstore_sunset_timestamp_seconds',
      help: 'When the first deprecated operation is to be removed.',
      registers,
    }).set(sunset.getTime() / 1_000);
  }

  observeRequests(server, {
    onStart() {
      inFlight += 1;
    },
    onEnd(context, response, duration) {
      inFlight -= 1;
      const { method: sent = '' } = response.req;
      const method = methods.has(sent) ? sent : otherMethod;
      const { caller, errorCode, isDeprecated, route } = context;
      requests.count(method, route, context.statusOf(response) ?? 'aborted');
      durations.observe({ method, route }, duration / 1_000);
      if (errorCode !== undefined && keyRefusals.includes(errorCode)) refusals.inc({ code: errorCode });
      if (isDeprecated && caller) deprecatedCalls.count(caller.id);
    },
    onUnparsed({ status }) {
      requests.count(otherMethod, unparsedRoute, status);
    },
  });
}
