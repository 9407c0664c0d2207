import type { PostgresServer } from '@petstore/database/testing';
import { fault, type FaultRun, longestResponse } from '../support/fault-test.ts';

/** Ends PostgreSQL or its connections several times under load. @param recovery maximum milliseconds until the last failure */
async function endUnderLoad(
  run: FaultRun,
  count: number,
  recovery: number,
  end: (postgres: PostgresServer) => Promise<void>,
): Promise<void> {
  const postgres = await run.postgres();
  const { load, client } = await run.startUnderLoad(postgres);
  for (let round = 0; round < run.rounds(count); round++) {
    await end(postgres);
    const endedAt = performance.now();
    await load.successes(run.successes);
    expect(load.failedFor(endedAt)).toBeLessThanOrEqual(recovery);
  }
  await load.end();
  expect(load.longest).toBeLessThanOrEqual(longestResponse);
  await run.requireNothingLost(client);
}

describe('database-killed', () => {
  fault('5 × SIGKILL of all its processes: nothing is lost; responses within 2.5 s; recovered within 2 s', (run) =>
    endUnderLoad(run, 5, 2_000, async (postgres) => {
      await postgres.end('SIGKILL');
      await postgres.start();
    }),
  );

  fault('5 × SIGQUIT (immediate stop): nothing is lost; responses within 2.5 s; recovered within 2 s', (run) =>
    endUnderLoad(run, 5, 2_000, async (postgres) => {
      await postgres.end('SIGQUIT');
      await postgres.start();
    }),
  );

  fault(
    '20 × pg_terminate_backend of all connections: nothing is lost; responses within 2.5 s; recovered within 1 s',
    (run) => endUnderLoad(run, 20, 1_000, (postgres) => postgres.terminateConnections()),
  );
});
