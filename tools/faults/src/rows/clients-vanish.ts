import { patientLimits } from '@petstore/processes';
import { processFigures } from '../stage/process-figures.ts';
import { rawConnection, write } from '../stage/raw-connection.ts';
import { underLoad } from './on-stage.ts';
import type { Row } from './row.ts';

/** Where a client may stop: within the head, within the body, and with everything sent. */
const parts = [0.3, 0.9, 1];

export const clientsVanish: Row = {
  name: 'clients-vanish',
  fault:
    '1,000 clients reset their connections in the middle of a request, or before its answer: nothing is kept of them',
  run: (trial) =>
    underLoad(
      trial,
      async ({ stage, instance, key, load }) => {
        const before = processFigures(instance.pid);
        for (let round = 0; round < trial.rounds(1_000); round++) {
          const body = JSON.stringify(stage.ledger.next());
          const head = [
            'POST /v1/pets HTTP/1.1',
            'Host: pets',
            `Authorization: Bearer ${key}`,
            'Content-Type: application/json',
            `Content-Length: ${body.length}`,
          ];
          const request = `${head.join('\r\n')}\r\n\r\n${body}`;
          const socket = await rawConnection(instance.address());
          await write(socket, request.slice(0, Math.ceil(request.length * parts[round % parts.length]!)));
          socket.resetAndDestroy();
        }
        await load.answers(trial.enough);
        const after = processFigures(instance.pid);
        if (before && after) {
          trial.require(
            after.files <= before.files + 16,
            `${before.files} files were open before, ${after.files} after`,
          );
          trial.note(`files open before ${before.files}, after ${after.files}`);
        }
        const [{ busy }] = (await stage.postgres.query<{ busy: number }>(
          `SELECT count(*)::int AS busy FROM pg_stat_activity
         WHERE application_name = 'petstore' AND state LIKE 'idle in transaction%'`,
        )) as [{ busy: number }];
        trial.require(busy === 0, `${busy} transactions were left open`);
        trial.require(
          load.heard.every(({ status }) => status > 0 && status < 500),
          'others were not served',
        );
        return {};
      },
      patientLimits,
    ),
};
