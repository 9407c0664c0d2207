import { setTimeout as delay } from 'node:timers/promises';
import autocannon, { type Client, type Instance } from 'autocannon';
import type { Request } from '../operations.ts';
import { Disturbed } from '../repeats.ts';
import { percentile } from '../statistics.ts';
import { drawAll, isStall, type Load, type Watched, type Window } from './load.ts';

/** Seconds: longer than any window, for autocannon is stopped when the window closes. */
const longest = 3_600;

/** Milliseconds for all connections to be made before a window opens. */
const leadIn = 150;

/** Milliseconds after which autocannon looks whether it was stopped. */
const reaction = 50;

/** By autocannon, in this process: it is there wherever the benchmark is, and costs more CPU than most contestants. */
export const autocannonLoad = { name: 'autocannon', apply };

async function apply(load: Load, watched: Watched): Promise<Window> {
  const latencies: number[] = [];
  let isOpen = false;
  let disturbance: string | undefined;
  const requests = drawAll(load).map((request) => withHeaders(request, load.authorization));
  const share = Math.floor(requests.length / load.connections);
  let clients = 0;
  // A promise that is an instance as well, which its types do not say.
  const instance = autocannon({
    url: load.address,
    connections: load.connections,
    duration: longest,
    sampleInt: reaction,
    setupClient(client: Client) {
      client.setRequests(requests.slice(clients * share, (clients + 1) * share));
      clients += 1;
      client.on('response', (status, _bytes, milliseconds) => {
        if (status < 200 || status > 299) disturbance ??= `status ${status}`;
        else if (isOpen) latencies.push(milliseconds);
      });
    },
  }) as unknown as Instance & Promise<unknown>;
  instance.on('reqError', (error: Error) => (disturbance ??= error.message));
  let milliseconds = 0;
  try {
    await delay(leadIn);
    watched('opens');
    const opened = performance.now();
    isOpen = true;
    await delay(load.seconds * 1_000);
    isOpen = false;
    milliseconds = performance.now() - opened;
    watched('closes');
  } finally {
    instance.stop?.();
    await instance;
  }
  if (disturbance !== undefined) throw new Disturbed(disturbance);
  if (latencies.length === 0) throw new Disturbed('no answer');
  const answers = latencies.length;
  const [p50, p99, most] = [percentile(latencies, 0.5), percentile(latencies, 0.99), percentile(latencies, 1)];
  if (isStall(most, p50)) throw new Disturbed(`an answer after ${Math.round(most)} ms`);
  return { milliseconds, answers, p50, p99 };
}

function withHeaders({ method, path, body }: Request, authorization: string): autocannon.Request {
  const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) };
  return { method, path, headers, ...(body !== undefined && { body }) };
}
