import { once } from 'node:events';
import { countResponses } from '../driver/exchange.ts';
import type { Instance } from '../stage/instance.ts';
import { eventLoopTime } from '../stage/process-figures.ts';
import { rawConnection } from '../stage/raw-connection.ts';
import type { Trial } from '../trial.ts';
import { onStage } from './on-stage.ts';
import type { Row } from './row.ts';

/**
 * Milliseconds of CPU that a request may take of the event loop. CPU time and not the time on the clock, because a busy machine
 * must not change the verdict.
 */
const mostMilliseconds = 0.5;

/** Requests of each kind until it is measured, and while it is. Those of one connection are pipelined. */
const warmUp = 400;
const measured = 1_000;
const perConnection = 16;

/** How often a kind of request is measured until it keeps the bound. */
const attempts = 5;

const get = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, 'Host: pets', ...headers, '\r\n'].join('\r\n');

/** Bytes of a request's head that Node's parser still takes. */
const longHead = 15_500;

/** For requests with more header fields than may wait on a connection. */
const close = 'Connection: close';

/** Requests that leave their connection open, by kind. */
const pipelinedRequests: Readonly<Record<string, string>> = {
  '/': get('/'),
  'a long Accept': get('/', `Accept: ${'a/b,'.repeat(longHead / 4)}`),
  '/docs': get('/docs'),
  '/docs/swagger-ui.css': get('/docs/swagger-ui.css'),
  '/docs/swagger-ui-bundle.js': get('/docs/swagger-ui-bundle.js'),
  '/docs/swagger-ui-init.js': get('/docs/swagger-ui-init.js'),
  'a file that is not served': get('/docs/swagger-ui-bundle.js.map'),
  '/openapi.json': get('/openapi.json'),
  '/openapi.yaml': get('/openapi.yaml'),
  'HEAD /openapi.yaml': get('/openapi.yaml').replace('GET', 'HEAD'),
  'a long If-None-Match': get('/openapi.yaml', `If-None-Match: ${'"x",'.repeat(longHead / 4)}`),
  '/health/live': get('/health/live'),
  '/health/ready': get('/health/ready'),
  'no key (401)': get('/v1/pets'),
  'a wrong key (401)': get('/v1/pets', `Authorization: Bearer pets_${'0'.repeat(49)}`),
  'a long key (401)': get('/v1/pets', `Authorization: Bearer ${'x'.repeat(longHead)}`),
  'a key behind spaces (401)': get('/v1/pets', `Authorization: Bearer${' '.repeat(longHead)}x y`),
  'unknown path (404)': get('/nothing'),
  'long path (404)': get(`/${'x'.repeat(longHead)}`),
  'many segments (404)': get('/x'.repeat(longHead / 2)),
  'escaped path (404)': get(`/${'%41'.repeat(longHead / 3)}`),
  'long query': get(`/v1/pets?${'a=b&'.repeat(longHead / 4)}`),
  'wrong method (405)': get('/v1/pets').replace('GET', 'DELETE'),
  OPTIONS: get('/v1/pets').replace('GET', 'OPTIONS'),
  'long X-Request-Id': get('/nothing', `X-Request-Id: ${'x'.repeat(longHead)}`),
  'long traceparent': get(
    '/nothing',
    `traceparent: 00-${'0af7'.repeat(8)}-${'b7ad'.repeat(4)}-01-${'x'.repeat(longHead)}`,
  ),
  'undecodable path (400)': get('/%zz'),
};

/** Each ends its connection. */
const closingRequests: Readonly<Record<string, string>> = {
  'no HTTP': 'GARBAGE\r\n\r\n',
  'large head (431)': get('/', `x: ${'x'.repeat(20_000)}`),
  'transfer coding (400)': get('/', 'Transfer-Encoding: gzip, chunked'),
  'two hosts (400)': get('/', 'Host: pets'),
  '200 header fields': get('/nothing', close, ...Array.from({ length: 198 }, (_, index) => `x${index}: 1`)),
  'many header fields (431)': get(
    '/',
    close,
    ...Array.from({ length: longHead / 8 }, (_, index) => `x${index % 1_000}: 1`),
  ),
  'an expectation (417)': get('/', 'Expect: tea'),
};

export const requestsWithoutKey: Row = {
  name: 'requests-without-key',
  fault: 'clients without a key send each kind of request 1,000 times: none takes more than 0.5 ms of the event loop',
  hindrance: () =>
    eventLoopTime(process.pid) === undefined ? 'this system does not tell CPU time in /proc' : undefined,
  run: (trial) =>
    onStage(async (stage) => {
      const instance = await stage.start();
      await fetch(`${instance.address()}/openapi.json`).then((answer) => answer.text());
      const costs: [kind: string, milliseconds: number][] = [];
      for (const [kind, request] of Object.entries(pipelinedRequests)) {
        const last = request.replace('\r\n', '\r\nConnection: close\r\n');
        costs.push([kind, await costOf(trial, instance, request.repeat(perConnection - 1) + last, perConnection)]);
      }
      const connection = await costOfConnection(instance);
      for (const [kind, request] of Object.entries(closingRequests)) {
        costs.push([kind, await costOf(trial, instance, request, 1, connection)]);
      }
      for (const [kind, cost] of costs) {
        trial.require(cost <= mostMilliseconds, `${kind}: ${cost.toFixed(2)} ms a request`);
      }
      const dearest = costs.sort(([, one], [, other]) => other - one).slice(0, 5);
      trial.note(`a connection without a request takes ${connection.toFixed(2)} ms; it is not counted`);
      trial.note(`dearest: ${dearest.map(([kind, cost]) => `${kind} ${cost.toFixed(2)} ms`).join(', ')}`);
      return {};
    }),
};

/**
 * Milliseconds of the event loop's CPU that a request needs. Other processes on the machine make it dearer (cold caches), and
 * so does a garbage collection: above the bound it is measured again.
 * @param connection milliseconds for the connection, when each request has one
 */
async function costOf(
  trial: Trial,
  { address, pid }: Instance,
  bytes: string,
  requests: number,
  connection = 0,
): Promise<number> {
  await series(trial, address(), bytes, requests, warmUp);
  let cost = Infinity;
  for (let attempt = 0; attempt < attempts && cost > mostMilliseconds; attempt++) {
    const before = eventLoopTime(pid)!;
    await series(trial, address(), bytes, requests, measured);
    cost = Math.min(cost, (eventLoopTime(pid)! - before) / measured - connection);
  }
  return cost;
}

/** The least that was measured, because the cost of a request is what remains. */
async function costOfConnection({ address, pid }: Instance): Promise<number> {
  await connections(address(), warmUp);
  let cost = Infinity;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const before = eventLoopTime(pid)!;
    await connections(address(), measured);
    cost = Math.min(cost, (eventLoopTime(pid)! - before) / measured);
  }
  return cost;
}

/** Connections that the client ends without a request. */
async function connections(address: string, count: number): Promise<void> {
  for (let opened = 0; opened < count; opened++) {
    const socket = await rawConnection(address);
    socket.resume().end();
    await once(socket, 'close');
  }
}

async function series(trial: Trial, address: string, bytes: string, requests: number, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += requests) {
    const answered = await countResponses(address, bytes);
    trial.require(answered === requests, `${answered} of ${requests} requests were answered: ${bytes.slice(0, 40)}`);
  }
}
