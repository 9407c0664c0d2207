import { once } from 'node:events';
import type { Socket } from 'node:net';
import { patientLimits } from '@petstore/processes';
import type { Load } from '../driver/load.ts';
import { mostFiles, processFigures, type ProcessFigures } from '../stage/process-figures.ts';
import { rawConnection, write } from '../stage/raw-connection.ts';
import { underLoad } from './on-stage.ts';
import type { Row } from './row.ts';

/** Idle connections at scale 1, where so many files may be open; one of ten more is slow. */
const wantedIdle = 10_000;
/** Files that the processes need beside them. */
const otherFiles = 1_000;
/** Milliseconds between two bytes of a slow client, and how many it sends while it is looked at. */
const slowness = 1_000;
const drops = 8;

const longestForOthers = 1_000;
/** Megabytes, for all of it: some 25 kB a connection were seen, beside what the service takes under load. */
const mostMegabytes = 600;

export const slowAndIdle: Row = {
  name: 'slow-and-idle',
  fault: '10,000 idle connections, and 1,000 that send a byte a second: the others are served, memory stays bounded',
  run: (trial) =>
    underLoad(
      trial,
      async ({ instance, load }) => {
        const idleCount = Math.min(trial.rounds(wantedIdle), Math.floor((mostFiles() - otherFiles) / 1.1));
        const before = load.heard.length;
        const alone = processFigures(instance.pid);
        const quiet = p99(load, 0);
        const idle = await inBatches(idleCount, () => idleConnection(instance.address()));
        const slow = await inBatches(Math.floor(idleCount / 10), () => slowConnection(instance.address()));
        const opened = load.heard.length;
        for (let drop = 0; drop < drops; drop++) {
          for (const socket of slow) socket.write('x');
          await new Promise((resolve) => setTimeout(resolve, slowness));
        }
        const figures = processFigures(instance.pid);
        const beside = p99(load, opened);
        trial.require(load.heard.length - opened > 100, 'the others were hardly served');
        trial.require(
          load.heard.slice(before).every(({ status }) => status > 0 && status < 500),
          'others were not served',
        );
        trial.require(beside <= longestForOthers, `the others' p99 was ${Math.round(beside)} ms`);
        if (figures) trial.require(figures.megabytes <= mostMegabytes, `it took ${Math.round(figures.megabytes)} MB`);
        trial.note(
          `${idle.length} idle and ${slow.length} slow: the others' p99 ${Math.round(beside)} ms (${Math.round(quiet)} before), ` +
            told(figures, alone),
        );
        for (const socket of [...idle, ...slow]) socket.destroy();
        return {};
      },
      patientLimits,
    ),
};

async function inBatches(count: number, open: () => Promise<Socket>): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const batch = Math.min(100, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: batch }, open))));
  }
  return sockets;
}

/** One that has asked once, as clients with a pool do: it may stay. */
async function idleConnection(address: string): Promise<Socket> {
  const socket = await rawConnection(address);
  await write(socket, 'GET /health/live HTTP/1.1\r\nHost: pets\r\n\r\n');
  await once(socket, 'data');
  return socket.resume();
}

async function slowConnection(address: string): Promise<Socket> {
  const socket = await rawConnection(address);
  await write(socket, 'GET /v1/pets HTTP/1.1\r\nHost: pets\r\nX-Slow: ');
  return socket.resume();
}

function told(beside?: ProcessFigures, alone?: ProcessFigures): string {
  if (!beside || !alone) return 'memory and files: unknown to this system';
  return `${Math.round(beside.megabytes)} MB (${Math.round(alone.megabytes)}), ${beside.files} files (${alone.files})`;
}

/** Milliseconds, of what was heard from that number on. */
function p99({ heard }: Load, from: number): number {
  const sorted = heard
    .slice(from)
    .map(({ milliseconds }) => milliseconds)
    .sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}
