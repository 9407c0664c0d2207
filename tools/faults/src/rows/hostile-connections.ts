import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { rawConnection, write } from '@petstore/driver';
import type { Instance } from '../environment/instance.ts';
import { processFigures, processTime } from '../environment/process-figures.ts';
import { withEnvironment } from '../environment/with-environment.ts';
import type { FaultRun } from '../fault-run.ts';
import type { Row } from './row.ts';

const connectRequest = 'CONNECT pets:1 HTTP/1.1\r\nHost: pets\r\n\r\n';
const largeRest = 'a'.repeat(400_000);
const chunkedHead = 'POST /v1/pets HTTP/1.1\r\nHost: pets\r\nTransfer-Encoding: chunked\r\n\r\n';

/** Responses of 0.4 MB: more than the buffers of a connection hold. The last one is followed by segments of garbage. */
const mostBundles = 60;
const segments = 40_000;

/** Milliseconds of CPU: garbage behind a response that is not read took 13,000, a body of 10,000 chunks 14.8. */
const mostForGarbage = 3_000;
const mostForChunks = 5;

const bodies = 200;
const connects = 20;

/** Milliseconds until the service has destroyed a connection that it refused; it promises two seconds. */
const mostUntilDestroyed = 4_000;

const drainTimeout = 5_000;

export const hostileConnections: Row = {
  name: 'hostile-connections',
  fault: 'clients without a key send garbage behind unread responses, small chunks and CONNECT: CPU, files, shutdown',
  skipReason: () =>
    processTime(process.pid) === undefined ? 'this system does not tell CPU time in /proc' : undefined,
  execute: (trial) =>
    withEnvironment(async (stage) => {
      const instance = await stage.start({ METRICS_PORT: '0', DRAIN_TIMEOUT: String(drainTimeout) });
      await sendGarbage(trial, instance);
      await sendChunks(trial, instance);
      await leaveConnects(trial, instance);
      return {};
    }),
};

async function sendGarbage(trial: FaultRun, instance: Instance): Promise<void> {
  const socket = await rawConnection(instance.address());
  socket.setNoDelay(true).pause();
  const request = 'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: pets\r\n\r\n';
  // Until exactly one response is blocked: behind a second one, the service would not read the garbage.
  for (let sent = 0; sent < mostBundles && (await inFlight(instance)) === 0; sent++) {
    await write(socket, request);
    await delay(40);
  }
  trial.require((await inFlight(instance)) > 0, 'no response was blocked');
  const before = processTime(instance.pid)!;
  for (let sent = 0; sent < segments && socket.writable; sent++) {
    await write(socket, '\x01');
    await new Promise((resolve) => setImmediate(resolve));
  }
  const closed = once(socket, 'close');
  socket.resume();
  await closed;
  const live = await fetch(`${instance.address()}/health/live`);
  trial.require(live.status === 200, 'another client was not served');
  const took = processTime(instance.pid)! - before;
  trial.require(took <= mostForGarbage, `garbage behind an unread response took ${took} ms of CPU`);
  trial.note(`${segments} segments of garbage: ${took} ms of CPU`);
}

async function inFlight(instance: Instance): Promise<number> {
  const metrics = await fetch(await instance.metricsAddress()).then((answer) => answer.text());
  return Number(/^petstore_http_requests_in_flight (\d+)/m.exec(metrics)?.[1]);
}

async function sendChunks(trial: FaultRun, instance: Instance): Promise<void> {
  const bytes = `${chunkedHead}${'1\r\na\r\n'.repeat(10_000)}0\r\n\r\n`;
  const series = async (count: number) => {
    for (let sent = 0; sent < count; sent++) {
      const socket = await rawConnection(instance.address());
      const answered = once(socket, 'data');
      socket.write(bytes);
      await answered;
      socket.destroy();
    }
  };
  await series(bodies / 4);
  const before = processTime(instance.pid)!;
  await series(bodies);
  const each = (processTime(instance.pid)! - before) / bodies;
  trial.require(each <= mostForChunks, `a body of 10,000 chunks took ${each.toFixed(1)} ms of CPU`);
  trial.note(`a body of 10,000 chunks: ${each.toFixed(1)} ms of CPU`);
}

async function leaveConnects(trial: FaultRun, instance: Instance): Promise<void> {
  const before = processFigures(instance.pid)?.files ?? 0;
  for (let sent = 0; sent < connects; sent++) {
    const socket = await rawConnection(instance.address());
    const answered = once(socket, 'data');
    socket.write(connectRequest + largeRest);
    await answered;
    socket.destroy();
  }
  await delay(mostUntilDestroyed);
  const left = (processFigures(instance.pid)?.files ?? 0) - before;
  trial.require(left < connects / 2, `${left} files stayed open after ${connects} CONNECT requests`);
  const held: Socket = await rawConnection(instance.address());
  await write(held, connectRequest);
  const begun = performance.now();
  const ended = await Promise.race([instance.end('SIGTERM'), delay(2 * drainTimeout, undefined)]);
  held.destroy();
  trial.require(ended === 0, 'a CONNECT request delayed the shutdown beyond DRAIN_TIMEOUT');
  trial.note(`ended ${Math.round(performance.now() - begun)} ms after SIGTERM`);
}
