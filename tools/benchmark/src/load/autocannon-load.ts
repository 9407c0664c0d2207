import { setTimeout as delay } from 'node:timers/promises';
import { type ApiRequest, percentile } from '@petstore/driver';
import autocannon, { type Client, type Instance } from 'autocannon';
import { Interfered } from '../repeats.ts';
import { drawAll, isStall, type Load, type Window, type WindowObserver } from './load.ts';

/** Seconds. Longer than any window, because autocannon is stopped when the window closes. */
const maxDuration = 3_600;

/** Milliseconds to open all connections before the window opens. */
const leadIn = 150;

/** Milliseconds between two checks of autocannon whether it was stopped. */
const stopInterval = 50;

/** Generates load with autocannon in this process. Always installed, but uses more CPU than most of the measured servers. */
export const autocannonLoad = { name: 'autocannon', apply };

async function apply(load: Load, observe: WindowObserver): Promise<Window> {
  const latencies: number[] = [];
  let isOpen = false;
  let failure: string | undefined;
  const requests = drawAll(load).map((request) => withHeaders(request, load.authorization));
  const share = Math.floor(requests.length / load.connections);
  let clients = 0;
  // autocannon returns an instance that is also a promise; its types do not say so.
  const instance = autocannon({
    url: load.address,
    connections: load.connections,
    duration: maxDuration,
    sampleInt: stopInterval,
    setupClient(client: Client) {
      client.setRequests(requests.slice(clients * share, (clients + 1) * share));
      clients += 1;
      client.on('response', (status, _bytes, milliseconds) => {
        if (status < 200 || status > 299) failure ??= `status ${status}`;
        else if (isOpen) latencies.push(milliseconds);
      });
    },
  }) as unknown as Instance & Promise<unknown>;
  instance.on('reqError', (error: Error) => (failure ??= error.message));
  let milliseconds = 0;
  try {
    await delay(leadIn);
    observe('opens');
    const opened = performance.now();
    isOpen = true;
    await delay(load.seconds * 1_000);
    isOpen = false;
    milliseconds = performance.now() - opened;
    observe('closes');
  } finally {
    instance.stop?.();
    await instance;
  }
  if (failure !== undefined) throw new Interfered(failure);
  if (latencies.length === 0) throw new Interfered('no response');
  const responses = latencies.length;
  const [p50, p99, longest] = [percentile(latencies, 0.5), percentile(latencies, 0.99), percentile(latencies, 1)];
  if (isStall(longest, p50)) throw new Interfered(`a response after ${Math.round(longest)} ms`);
  return { milliseconds, responses, p50, p99 };
}

function withHeaders({ method, path, body }: ApiRequest, authorization: string): autocannon.Request {
  const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) };
  return { method, path, headers, ...(body !== undefined && { body }) };
}
