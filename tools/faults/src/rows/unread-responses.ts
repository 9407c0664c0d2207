import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { processFigures } from '../stage/process-figures.ts';
import { rawConnection } from '../stage/raw-connection.ts';
import { onStage } from './on-stage.ts';
import type { Row } from './row.ts';

/** Connections, and lists of 100 animals that each of them asks for without reading an answer. */
const connections = 20;
const pipelined = 450;

/** Animals that the lists hold; their names are as long as names may be. */
const animals = 100;
const nameLength = 255;

/** Megabytes that each connection may take beside what the process has. One took 51 to 98 before there was a limit. */
const mostMegabytes = 3;

/** Milliseconds that the service has to compute what it will; then it must not go on. */
const computing = 5_000;

export const unreadResponses: Row = {
  name: 'unread-responses',
  fault: '20 clients pipeline 450 lists of 100 animals each and read nothing: memory stays bounded, others are served',
  run: (trial) =>
    onStage(async (stage) => {
      const key = await stage.issueKey();
      const instance = await stage.start();
      const fill = `INSERT INTO pets (name, category_id, status) SELECT repeat('x', ${nameLength}), 7, 'available'
                    FROM generate_series(1, ${animals})`;
      await stage.postgres.query(fill);
      const request = `GET /v1/pets?limit=100 HTTP/1.1\r\nHost: pets\r\nAuthorization: Bearer ${key}\r\n\r\n`;
      const readAll = async () => {
        const headers = { Authorization: `Bearer ${key}` };
        const answer = await fetch(`${instance.address()}/v1/pets?limit=100`, { headers });
        return answer.status === 200 && ((await answer.json()) as unknown[]).length === animals;
      };
      for (let warmUp = 0; warmUp < 500; warmUp++) await readAll();
      const before = processFigures(instance.pid);
      const sockets: Socket[] = [];
      for (let connection = 0; connection < trial.rounds(connections); connection++) {
        const socket = await rawConnection(instance.address());
        socket.pause();
        socket.write(request.repeat(pipelined));
        sockets.push(socket);
      }
      await delay(computing);
      const after = processFigures(instance.pid);
      trial.require(await readAll(), 'another client was not served');
      if (before && after) {
        const each = (after.megabytes - before.megabytes) / sockets.length;
        trial.require(each <= mostMegabytes, `each connection took ${each.toFixed(1)} MB`);
        trial.note(
          `${Math.round(before.megabytes)} MB before, ${Math.round(after.megabytes)} MB with ${sockets.length} connections: ` +
            `${each.toFixed(2)} MB each`,
        );
      }
      for (const socket of sockets) socket.destroy();
      return {};
    }),
};
