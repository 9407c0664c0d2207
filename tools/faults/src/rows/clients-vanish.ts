import { rawConnection, rawCreateHead, write } from '@petstore/driver';
import { relaxedTimeouts } from '@petstore/processes';
import { processFigures } from '../environment/process-figures.ts';
import type { Row } from './row.ts';
import { underLoad } from './under-load.ts';

/** Fractions of the request that the client sends: a part of the head, a part of the body, everything. */
const sentFractions = [0.3, 0.9, 1];

/** Files that the service may have opened meanwhile for other purposes, such as connections of the load. */
const otherFiles = 16;

export const clientsVanish: Row = {
  name: 'clients-vanish',
  fault:
    '1,000 clients reset their connections within a request or before its response: no file or transaction stays open',
  execute: (run) =>
    underLoad(
      run,
      async ({ environment, instance, key, load }) => {
        const before = processFigures(instance.pid);
        for (let round = 0; round < run.rounds(1_000); round++) {
          const body = JSON.stringify(environment.ledger.nextPet());
          const request = rawCreateHead(key, body.length) + body;
          const socket = await rawConnection(instance.address());
          await write(
            socket,
            request.slice(0, Math.ceil(request.length * sentFractions[round % sentFractions.length]!)),
          );
          socket.resetAndDestroy();
        }
        await load.waitForSuccesses(run.successesPerRound);
        const after = processFigures(instance.pid);
        if (before && after) {
          run.require(
            after.files <= before.files + otherFiles,
            `${before.files} files were open before, ${after.files} after`,
          );
          run.note(`files open before ${before.files}, after ${after.files}`);
        } else {
          run.note('open files were not checked, because this system has no /proc');
        }
        const [{ idleInTransaction }] = (await environment.postgres.query<{ idleInTransaction: number }>(
          `SELECT count(*)::int AS "idleInTransaction" FROM pg_stat_activity
         WHERE application_name = 'petstore' AND state LIKE 'idle in transaction%'`,
        )) as [{ idleInTransaction: number }];
        run.require(idleInTransaction === 0, `${idleInTransaction} sessions are idle in transaction`);
        run.require(
          load.observations.every(({ status }) => status > 0 && status < 500),
          'requests of other clients failed',
        );
        return {};
      },
      relaxedTimeouts,
    ),
};
