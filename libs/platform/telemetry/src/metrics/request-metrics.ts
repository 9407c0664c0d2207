import type { Server } from 'node:http';
import type { Caller } from '@petstore/http/context/request-context';
import { observeRequests, unparsedRoute } from '@petstore/http/server/request-observer';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { createCounter } from './label-counter.ts';

/** Upper bounds in seconds, from the time of a list without load to the time-outs of clients. */
export const durationBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Methods with a label value of their own. The others that Node's parser accepts share one, to limit the number of series. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const otherMethod = 'other';

/** Status of a request whose client disconnected before the response. */
const aborted = 'aborted';

const keyRefusals = ['missing_api_key', 'invalid_api_key'] as const;

export interface HttpMetricsOptions {
  /** When the first of the deprecated operations will be removed, if there is one. */
  readonly sunset: Date | undefined;
  /** Whether to use what exists only for speed. */
  readonly tuning: boolean;
}

/** Measures the requests of a server. */
export function observeHttp(server: Server, options: HttpMetricsOptions, registry: Registry): void {
  const registers = [registry];
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = createCounter(
    {
      name: 'petstore_http_requests_total',
      help: 'Requests that are over, by route and status; status "aborted": the client went away before an answer.',
      labelNames,
      registers,
    },
    options.tuning,
  );
  const durations = new Histogram({
    name: 'petstore_http_request_duration_seconds',
    help: "From a request's head to the end of its answer.",
    labelNames: ['method', 'route'] as const,
    buckets: durationBuckets,
    registers,
  });
  let inFlight = 0;
  new Gauge({
    name: 'petstore_http_requests_in_flight',
    help: 'Requests whose answer has not ended.',
    registers,
    collect() {
      this.set(inFlight);
    },
  });
  const countRefusal = countKeyRefusals(registry);
  const countDeprecated = countDeprecatedCalls(options, registry);

  observeRequests(server, {
    onStart() {
      inFlight += 1;
    },
    onEnd(context, response, duration) {
      inFlight -= 1;
      const { method = '' } = response.req;
      const shown = methods.has(method) ? method : otherMethod;
      const { caller, errorCode, isDeprecated, route } = context;
      requests.count(shown, route, context.statusOf(response) ?? aborted);
      durations.observe({ method: shown, route }, duration / 1_000);
      if (errorCode !== undefined) countRefusal(errorCode);
      if (isDeprecated && caller) countDeprecated(caller);
    },
    onUnparsed({ status }) {
      requests.count(otherMethod, unparsedRoute, status);
    },
  });
}

function countKeyRefusals(registry: Registry): (code: string) => void {
  const refusals = new Counter({
    name: 'petstore_key_refusals_total',
    help: 'Requests that were refused for their key, by the code they were answered.',
    labelNames: ['code'] as const,
    registers: [registry],
  });
  for (const code of keyRefusals) refusals.inc({ code }, 0);
  return (code) => {
    if ((keyRefusals as readonly string[]).includes(code)) refusals.inc({ code });
  };
}

/** Counts per API key, so that its holder can be informed. Only verified keys create a series. */
function countDeprecatedCalls({ sunset, tuning }: HttpMetricsOptions, registry: Registry): (caller: Caller) => void {
  const registers = [registry];
  const calls = createCounter(
    {
      name: 'petstore_deprecated_calls_total',
      help: 'Calls of the deprecated operation, by the public id of the key.',
      labelNames: ['api_key'] as const,
      registers,
    },
    tuning,
  );
  if (sunset) {
    new Gauge({
      name: 'petstore_sunset_timestamp_seconds',
      help: 'When the deprecated operation is to be removed.',
      registers,
    }).set(sunset.getTime() / 1_000);
  }
  return ({ id }) => calls.count(id);
}
