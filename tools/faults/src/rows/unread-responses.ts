import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { rawConnection, rawGet } from '@petstore/driver';
import { processFigures } from '../environment/process-figures.ts';
import { withEnvironment } from '../environment/with-environment.ts';
import type { Row } from './row.ts';

/** Number of connections, and of lists that the client requests on each without reading a response. */
const connections = 20;
const pipelined = 450;

/** Pets in each list, and the length of their names, which is the maximum. */
const pets = 100;
const nameLength = 255;

/** Maximum memory per connection in MiB. It was 51 to 98 before the service limited a connection to one response. */
const maxMemory = 3;

/** Milliseconds after which the service must have stopped computing responses. */
const computeTime = 5_000;

export const unreadResponses: Row = {
  name: 'unread-responses',
  fault: '20 clients pipeline 450 lists of 100 pets each and read nothing: memory is bounded, other clients are served',
  execute: (run) =>
    withEnvironment(async (environment) => {
      const key = await environment.issueKey();
      const instance = await environment.start();
      const insertPets = `INSERT INTO pets (name, category_id, status) SELECT repeat('x', ${nameLength}), 7, 'available'
                    FROM generate_series(1, ${pets})`;
      await environment.postgres.query(insertPets);
      const request = rawGet('/v1/pets?limit=100', `Authorization: Bearer ${key}`);
      const canReadList = async () => {
        const headers = { Authorization: `Bearer ${key}` };
        const response = await fetch(`${instance.address()}/v1/pets?limit=100`, { headers });
        return response.status === 200 && ((await response.json()) as unknown[]).length === pets;
      };
      for (let warmUp = 0; warmUp < 500; warmUp++) await canReadList();
      const before = processFigures(instance.pid);
      const sockets: Socket[] = [];
      for (let connection = 0; connection < run.rounds(connections); connection++) {
        const socket = await rawConnection(instance.address());
        socket.pause();
        socket.write(request.repeat(pipelined));
        sockets.push(socket);
      }
      await delay(computeTime);
      const after = processFigures(instance.pid);
      run.require(await canReadList(), 'another client was not served');
      if (before && after) {
        const each = (after.megabytes - before.megabytes) / sockets.length;
        run.require(each <= maxMemory, `each connection took ${each.toFixed(1)} MB`);
        run.note(
          `${Math.round(before.megabytes)} MB before, ${Math.round(after.megabytes)} MB with ${sockets.length} connections: ` +
            `${each.toFixed(2)} MB each`,
        );
      }
      for (const socket of sockets) socket.destroy();
      return {};
    }),
};
