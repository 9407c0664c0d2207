import { setTimeout as delay } from 'node:timers/promises';
import { type ApiRequest, percentile } from '@petstore/driver';
import autocannon, { type Client, type Instance } from 'autocannon';
import { InvalidMeasurement } from '../repeats.ts';
import { drawAll, type LoadParameters, type Window, type WindowObserver } from './load-parameters.ts';

/** Seconds. Longer than any window, because autocannon is stopped when the window closes. */
const maxDuration = 3_600;

/** Milliseconds between the start of autocannon and the window, in which autocannon opens all connections. */
const connectDelay = 150;

/** Milliseconds between two checks by autocannon of whether it was stopped. */
const stopInterval = 50;

/**
 * Generates load with autocannon in this process. autocannon is an npm dependency, so it is always available. It uses more CPU than
 * most of the measured servers, so wrk is preferred.
 */
export const autocannonGenerator = { name: 'autocannon', run };

async function run(load: LoadParameters, observe: WindowObserver): Promise<Window> {
  const latencies: number[] = [];
  let isWindowOpen = false;
  let failure: string | undefined;
  const requests = drawAll(load).map((request) => withHeaders(request, load.authorization));
  const requestsPerClient = Math.floor(requests.length / load.connections);
  if (requestsPerClient === 0) throw new RangeError(`at most ${requests.length} connections, not ${load.connections}`);
  let clients = 0;
  // autocannon returns an instance that is also a promise; its types do not say so.
  const instance = autocannon({
    url: load.address,
    connections: load.connections,
    duration: maxDuration,
    sampleInt: stopInterval,
    setupClient(client: Client) {
      client.setRequests(requests.slice(clients * requestsPerClient, (clients + 1) * requestsPerClient));
      clients += 1;
      client.on('response', (status, _bytes, latency) => {
        if (status < 200 || status > 299) failure ??= `status ${status}`;
        else if (isWindowOpen) latencies.push(latency);
      });
    },
  }) as unknown as Instance & Promise<unknown>;
  instance.on('reqError', (error: Error) => (failure ??= error.message));
  let windowDuration = 0;
  try {
    await delay(connectDelay);
    observe('opens');
    const opened = performance.now();
    isWindowOpen = true;
    await delay(load.seconds * 1_000);
    isWindowOpen = false;
    windowDuration = performance.now() - opened;
    observe('closes');
  } finally {
    instance.stop?.();
    await instance;
  }
  if (failure !== undefined) throw new InvalidMeasurement(failure);
  const responses = latencies.length;
  const [p50, p99, longest] = [percentile(latencies, 0.5), percentile(latencies, 0.99), percentile(latencies, 1)];
  return { milliseconds: windowDuration, responses, p50, p99, longest };
}

function withHeaders({ method, path, body }: ApiRequest, authorization: string): autocannon.Request {
  const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) };
  return { method, path, headers, ...(body !== undefined && { body }) };
}
