import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { rawConnection, rawGet, write } from '@petstore/driver';
import type { Instance } from '../environment/instance.ts';
import { eventLoopTime, processFigures } from '../environment/process-figures.ts';
import { withEnvironment } from '../environment/with-environment.ts';
import type { FaultRun } from '../fault-run.ts';
import type { Row } from './row.ts';

const connectRequest = 'CONNECT pets:1 HTTP/1.1\r\nHost: pets\r\n\r\n';
const largeRest = 'a'.repeat(400_000);
const chunkedHead = 'POST /v1/pets HTTP/1.1\r\nHost: pets\r\nTransfer-Encoding: chunked\r\n\r\n';

/** Maximum number of requests for the Swagger UI script. Each response has 0.4 MB and is not read, so that the buffers fill. */
const maxBundles = 60;
/** Number of one-byte TCP segments of garbage after these requests. */
const segments = 40_000;

/** Maximum milliseconds of CPU time for the garbage. It took 13,000 before the service closed such connections. */
const maxGarbageTime = 3_000;
/** Maximum milliseconds of CPU time for a body of 10,000 chunks. It took 14.8 before the number of chunks was limited. */
const maxChunksTime = 5;

/** Number of measured bodies, and of CONNECT requests. */
const bodies = 200;
const connects = 20;

/** Maximum milliseconds until the service has destroyed a connection that it refused. The documented maximum is two seconds. */
const maxCloseTime = 4_000;

const drainTimeout = 5_000;

export const hostileConnections: Row = {
  name: 'hostile-connections',
  fault: 'clients without a key send garbage behind unread responses, small chunks and CONNECT: CPU, files, shutdown',
  skipReason: () => (eventLoopTime(process.pid) === undefined ? 'this system has no CPU time in /proc' : undefined),
  execute: (run) =>
    withEnvironment(async (environment) => {
      const instance = await environment.start({ METRICS_PORT: '0', DRAIN_TIMEOUT: String(drainTimeout) });
      await sendGarbage(run, instance);
      await sendChunks(run, instance);
      await abandonConnects(run, instance);
      return {};
    }),
};

async function sendGarbage(run: FaultRun, instance: Instance): Promise<void> {
  const socket = await rawConnection(instance.address());
  socket.setNoDelay(true).pause();
  const request = rawGet('/docs/swagger-ui-bundle.js');
  // Stops when exactly one response is blocked, because the service does not read the garbage behind a second one.
  for (let sent = 0; sent < maxBundles && (await inFlight(instance)) === 0; sent++) {
    await write(socket, request);
    await delay(40);
  }
  run.require((await inFlight(instance)) > 0, 'no response was blocked');
  const before = eventLoopTime(instance.pid)!;
  for (let sent = 0; sent < segments && socket.writable; sent++) {
    await write(socket, '\x01');
    await new Promise((resolve) => setImmediate(resolve));
  }
  const closed = once(socket, 'close');
  socket.resume();
  await closed;
  const live = await fetch(`${instance.address()}/health/live`);
  run.require(live.status === 200, 'another client was not served');
  const took = eventLoopTime(instance.pid)! - before;
  run.require(took <= maxGarbageTime, `garbage behind an unread response took ${took} ms of CPU`);
  run.note(`${segments} segments of garbage: ${took} ms of CPU`);
}

async function inFlight(instance: Instance): Promise<number> {
  const metrics = await fetch(await instance.metricsAddress()).then((response) => response.text());
  return Number(/^petstore_http_requests_in_flight (\d+)/m.exec(metrics)?.[1]);
}

async function sendChunks(run: FaultRun, instance: Instance): Promise<void> {
  const bytes = `${chunkedHead}${'1\r\na\r\n'.repeat(10_000)}0\r\n\r\n`;
  const sendBodies = async (count: number) => {
    for (let sent = 0; sent < count; sent++) {
      const socket = await rawConnection(instance.address());
      const response = once(socket, 'data');
      socket.write(bytes);
      await response;
      socket.destroy();
    }
  };
  await sendBodies(bodies / 4);
  const before = eventLoopTime(instance.pid)!;
  await sendBodies(bodies);
  const each = (eventLoopTime(instance.pid)! - before) / bodies;
  run.require(each <= maxChunksTime, `a body of 10,000 chunks took ${each.toFixed(1)} ms of CPU`);
  run.note(`a body of 10,000 chunks: ${each.toFixed(1)} ms of CPU`);
}

async function abandonConnects(run: FaultRun, instance: Instance): Promise<void> {
  const before = processFigures(instance.pid)?.files ?? 0;
  for (let sent = 0; sent < connects; sent++) {
    const socket = await rawConnection(instance.address());
    const response = once(socket, 'data');
    socket.write(connectRequest + largeRest);
    await response;
    socket.destroy();
  }
  await delay(maxCloseTime);
  const open = (processFigures(instance.pid)?.files ?? 0) - before;
  run.require(open < connects / 2, `${open} files stayed open after ${connects} CONNECT requests`);
  const held: Socket = await rawConnection(instance.address());
  await write(held, connectRequest);
  const started = performance.now();
  const ended = await Promise.race([instance.end('SIGTERM'), delay(2 * drainTimeout, undefined)]);
  held.destroy();
  run.require(ended === 0, 'a CONNECT request delayed the shutdown beyond DRAIN_TIMEOUT');
  run.note(`ended ${Math.round(performance.now() - started)} ms after SIGTERM`);
}
