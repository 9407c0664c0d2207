import { once } from 'node:events';
import type { Socket } from 'node:net';
import { type Load, percentile, rawConnection, write } from '@petstore/driver';
import { relaxedTimeouts } from '@petstore/processes';
import { openFileLimit, processFigures, type ProcessFigures } from '../environment/process-figures.ts';
import type { Row } from './row.ts';
import { underLoad } from './under-load.ts';

/** Idle connections at scale 1, if the limit of open files allows it. There is one slow connection for ten idle ones. */
const wantedIdle = 10_000;
/** Open files that the processes need for other purposes. */
const otherFiles = 1_000;
/** Milliseconds between two bytes of a slow client, and its number of bytes. */
const byteInterval = 1_000;
const slowBytes = 8;

/** Maximum p99 of the other clients in milliseconds. */
const maxP99 = 1_000;
/** Maximum memory of the service in MiB. Measured: about 25 kB per connection, plus the memory under load. */
const maxMemory = 600;

export const slowAndIdle: Row = {
  name: 'slow-and-idle',
  fault: '10,000 idle connections, and 1,000 that send a byte per second: other clients are served, memory is bounded',
  execute: (run) =>
    underLoad(
      run,
      async ({ instance, load }) => {
        const idleCount = Math.min(run.rounds(wantedIdle), Math.floor((openFileLimit() - otherFiles) / 1.1));
        const before = load.observations.length;
        const figuresBefore = processFigures(instance.pid);
        const p99Before = p99(load, 0);
        const idle = await openInBatches(idleCount, () => idleConnection(instance.address()));
        const slow = await openInBatches(Math.floor(idleCount / 10), () => slowConnection(instance.address()));
        const opened = load.observations.length;
        for (let sent = 0; sent < slowBytes; sent++) {
          for (const socket of slow) socket.write('x');
          await new Promise((resolve) => setTimeout(resolve, byteInterval));
        }
        const figures = processFigures(instance.pid);
        const p99During = p99(load, opened);
        run.require(load.observations.length - opened > 100, 'other clients got fewer than 100 responses');
        run.require(
          load.observations.slice(before).every(({ status }) => status > 0 && status < 500),
          'requests of other clients failed',
        );
        run.require(p99During <= maxP99, `the p99 of other clients was ${Math.round(p99During)} ms`);
        if (figures) run.require(figures.megabytes <= maxMemory, `memory was ${Math.round(figures.megabytes)} MB`);
        run.note(
          `${idle.length} idle and ${slow.length} slow: p99 of other clients ${Math.round(p99During)} ms (${Math.round(p99Before)} before), ` +
            describe(figures, figuresBefore),
        );
        for (const socket of [...idle, ...slow]) socket.destroy();
        return {};
      },
      relaxedTimeouts,
    ),
};

/** Opens the connections, 100 at a time. */
async function openInBatches(count: number, open: () => Promise<Socket>): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const batch = Math.min(100, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: batch }, open))));
  }
  return sockets;
}

/** Opens a connection, sends one request and leaves the connection open, as the pool of an HTTP client does. */
async function idleConnection(address: string): Promise<Socket> {
  const socket = await rawConnection(address);
  await write(socket, 'GET /health/live HTTP/1.1\r\nHost: pets\r\n\r\n');
  await once(socket, 'data');
  return socket.resume();
}

/** Opens a connection and sends a request head without its end. */
async function slowConnection(address: string): Promise<Socket> {
  const socket = await rawConnection(address);
  await write(socket, 'GET /v1/pets HTTP/1.1\r\nHost: pets\r\nX-Slow: ');
  return socket.resume();
}

function describe(during?: ProcessFigures, before?: ProcessFigures): string {
  if (!during || !before) return 'memory and files: not available on this system';
  return `${Math.round(during.megabytes)} MB (${Math.round(before.megabytes)}), ${during.files} files (${before.files})`;
}

/** Returns the p99 of the response times in milliseconds. @param from index of the first observation */
function p99({ observations }: Load, from: number): number {
  return percentile(
    observations.slice(from).map(({ milliseconds }) => milliseconds),
    0.99,
  );
}
