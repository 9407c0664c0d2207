import { once } from 'node:events';
import { countResponses, rawConnection, rawGet } from '@petstore/driver';
import type { Instance } from '../environment/instance.ts';
import { eventLoopTime } from '../environment/process-figures.ts';
import { withEnvironment } from '../environment/with-environment.ts';
import type { FaultRun } from '../fault-run.ts';
import type { Row } from './row.ts';

/** Maximum milliseconds of the event loop's CPU time per request. Elapsed time would depend on other work on the machine. */
const maxCpuTime = 0.5;

/** Requests of each kind before the measurement, and in it. */
const warmUp = 400;
const measured = 1_000;
/** Requests that the client pipelines on one connection: the maximum that the service accepts. */
const perConnection = 16;

/** Maximum number of measurements of one kind. */
const attempts = 5;

/** Bytes of a long header or target. Node's parser accepts request heads of up to 16 KiB. */
const longHead = 15_500;

/** For requests with many header fields: the service may close their connection, so each gets a new one. */
const close = 'Connection: close';

/** Requests that leave their connection open, by description. */
const pipelinedRequests: Readonly<Record<string, string>> = {
  '/': rawGet('/'),
  'long Accept': rawGet('/', `Accept: ${'a/b,'.repeat(longHead / 4)}`),
  '/docs': rawGet('/docs'),
  '/docs/swagger-ui.css': rawGet('/docs/swagger-ui.css'),
  '/docs/swagger-ui-bundle.js': rawGet('/docs/swagger-ui-bundle.js'),
  '/docs/swagger-ui-init.js': rawGet('/docs/swagger-ui-init.js'),
  'unknown file': rawGet('/docs/swagger-ui-bundle.js.map'),
  '/openapi.json': rawGet('/openapi.json'),
  '/openapi.yaml': rawGet('/openapi.yaml'),
  'HEAD /openapi.yaml': rawGet('/openapi.yaml').replace('GET', 'HEAD'),
  'long If-None-Match': rawGet('/openapi.yaml', `If-None-Match: ${'"x",'.repeat(longHead / 4)}`),
  '/health/live': rawGet('/health/live'),
  '/health/ready': rawGet('/health/ready'),
  'no key (401)': rawGet('/v1/pets'),
  'malformed key (401)': rawGet('/v1/pets', `Authorization: Bearer pets_${'0'.repeat(49)}`),
  'long key (401)': rawGet('/v1/pets', `Authorization: Bearer ${'x'.repeat(longHead)}`),
  'key after many spaces (401)': rawGet('/v1/pets', `Authorization: Bearer${' '.repeat(longHead)}x y`),
  'unknown path (404)': rawGet('/nothing'),
  'long path (404)': rawGet(`/${'x'.repeat(longHead)}`),
  'many segments (404)': rawGet('/x'.repeat(longHead / 2)),
  'escaped path (404)': rawGet(`/${'%41'.repeat(longHead / 3)}`),
  'long query': rawGet(`/v1/pets?${'a=b&'.repeat(longHead / 4)}`),
  'wrong method (405)': rawGet('/v1/pets').replace('GET', 'DELETE'),
  OPTIONS: rawGet('/v1/pets').replace('GET', 'OPTIONS'),
  'long X-Request-Id': rawGet('/nothing', `X-Request-Id: ${'x'.repeat(longHead)}`),
  'long traceparent': rawGet(
    '/nothing',
    `traceparent: 00-${'0af7'.repeat(8)}-${'b7ad'.repeat(4)}-01-${'x'.repeat(longHead)}`,
  ),
  'undecodable path (400)': rawGet('/%zz'),
};

/** Requests after which the service closes the connection, by description. */
const closingRequests: Readonly<Record<string, string>> = {
  'not HTTP': 'GARBAGE\r\n\r\n',
  'large head (431)': rawGet('/', `x: ${'x'.repeat(20_000)}`),
  'transfer coding (400)': rawGet('/', 'Transfer-Encoding: gzip, chunked'),
  'two hosts (400)': rawGet('/', 'Host: pets'),
  '200 header fields': rawGet('/nothing', close, ...Array.from({ length: 198 }, (_, index) => `x${index}: 1`)),
  'many header fields (431)': rawGet(
    '/',
    close,
    ...Array.from({ length: longHead / 8 }, (_, index) => `x${index % 1_000}: 1`),
  ),
  'unknown expectation (417)': rawGet('/', 'Expect: tea'),
};

export const requestsWithoutKey: Row = {
  name: 'requests-without-key',
  fault: 'clients without a key send each kind of request 1,000 times: none takes more than 0.5 ms of the event loop',
  skipReason: () => (eventLoopTime(process.pid) === undefined ? 'this system has no CPU time in /proc' : undefined),
  execute: (run) =>
    withEnvironment(async (environment) => {
      const instance = await environment.start();
      await fetch(`${instance.address()}/openapi.json`).then((response) => response.text());
      const costs: [kind: string, milliseconds: number][] = [];
      for (const [kind, request] of Object.entries(pipelinedRequests)) {
        const last = request.replace('\r\n', '\r\nConnection: close\r\n');
        costs.push([kind, await costOf(run, instance, request.repeat(perConnection - 1) + last, perConnection)]);
      }
      const connection = await costOfConnection(instance);
      for (const [kind, request] of Object.entries(closingRequests)) {
        costs.push([kind, await costOf(run, instance, request, 1, connection)]);
      }
      for (const [kind, cost] of costs) {
        run.require(cost <= maxCpuTime, `${kind}: ${cost.toFixed(2)} ms a request`);
      }
      const mostExpensive = costs.sort(([, one], [, other]) => other - one).slice(0, 5);
      run.note(`a connection without a request takes ${connection.toFixed(2)} ms; the costs do not include it`);
      run.note(`most expensive: ${mostExpensive.map(([kind, cost]) => `${kind} ${cost.toFixed(2)} ms`).join(', ')}`);
      return {};
    }),
};

/**
 * Returns milliseconds of the event loop's CPU time per request. Repeats a measurement above the bound, because other processes
 * (by displacing CPU caches) and garbage collection increase the time.
 * @param bytes one or more requests for one connection
 * @param requests number of requests in `bytes`
 * @param connection milliseconds to subtract for the connection, if each request has one
 */
async function costOf(
  run: FaultRun,
  { address, pid }: Instance,
  bytes: string,
  requests: number,
  connection = 0,
): Promise<number> {
  await sendSeries(run, address(), bytes, requests, warmUp);
  let cost = Infinity;
  for (let attempt = 0; attempt < attempts && cost > maxCpuTime; attempt++) {
    const before = eventLoopTime(pid)!;
    await sendSeries(run, address(), bytes, requests, measured);
    cost = Math.min(cost, (eventLoopTime(pid)! - before) / measured - connection);
  }
  return cost;
}

/** Returns milliseconds of CPU time per connection: the minimum, because `costOf` subtracts it from the cost of a request. */
async function costOfConnection({ address, pid }: Instance): Promise<number> {
  await openConnections(address(), warmUp);
  let cost = Infinity;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const before = eventLoopTime(pid)!;
    await openConnections(address(), measured);
    cost = Math.min(cost, (eventLoopTime(pid)! - before) / measured);
  }
  return cost;
}

/** Opens connections one after another, and closes each without a request. */
async function openConnections(address: string, count: number): Promise<void> {
  for (let opened = 0; opened < count; opened++) {
    const socket = await rawConnection(address);
    socket.resume().end();
    await once(socket, 'close');
  }
}

/** Sends the bytes on one connection after another until `count` requests were sent. Requires a response to each. */
async function sendSeries(
  run: FaultRun,
  address: string,
  bytes: string,
  requests: number,
  count: number,
): Promise<void> {
  for (let sent = 0; sent < count; sent += requests) {
    const responses = await countResponses(address, bytes);
    run.require(responses === requests, `${responses} of ${requests} requests got a response: ${bytes.slice(0, 40)}`);
  }
}
