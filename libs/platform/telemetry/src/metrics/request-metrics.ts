import type { Server } from 'node:http';
import type { Caller } from '@petstore/http/context/caller';
import { unparsedRoute } from '@petstore/http/request/route';
import { observeRequests } from '@petstore/http/server/request-observer';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { DeferredCounter } from './tuning/deferred-counter.ts';

/** Upper bounds in seconds: from what a list costs at rest to where clients have given up. */
export const durationBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Told apart; the rest of those that Node's parser knows are one, lest a stranger make a series of each. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const otherMethod = 'other';

/** In place of a status where none was sent: the client had gone. */
const aborted = 'aborted';

const keyRefusals = ['missing_api_key', 'invalid_api_key'] as const;

/** @param sunset when the first of the deprecated operations is to be removed, if there is one */
export function observeHttp(server: Server, sunset: Date | undefined, registry: Registry): void {
  const registers = [registry];
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = new DeferredCounter({
    name: 'petstore_http_requests_total',
    help: 'Requests that are over, by route and status; status "aborted": the client went away before an answer.',
    labelNames,
    registers,
  });
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
  const countDeprecated = countDeprecatedCalls(sunset, registry);

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

/** Counts per API key, so that its holder can be told. Only verified keys create a series. */
function countDeprecatedCalls(sunset: Date | undefined, registry: Registry): (caller: Caller) => void {
  const registers = [registry];
  const calls = new DeferredCounter({
    name: 'petstore_deprecated_calls_total',
    help: 'Calls of the deprecated operation, by the public id of the key.',
    labelNames: ['api_key'] as const,
    registers,
  });
  if (sunset) {
    new Gauge({
      name: 'petstore_sunset_timestamp_seconds',
      help: 'When the deprecated operation is to be removed.',
      registers,
    }).set(sunset.getTime() / 1_000);
  }
  return ({ id }) => calls.count(id);
}
