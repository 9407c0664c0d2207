import { setTimeout as delay } from 'node:timers/promises';
import { Client, readPage } from '@petstore/driver';
import { relaxedTimeouts } from '@petstore/processes';
import { LiveMemory, liveMemoryEnvironment } from '../environment/live-memory.ts';
import type { Postgres } from '../environment/postgres.ts';
import { withEnvironment } from '../environment/with-environment.ts';
import type { Row } from './row.ts';

const clientCount = 1_000;

/** Seconds for which each request waits, and for which the statements are counted at scale 1. */
const wait = 30;

/**
 * Maximum MB of live memory that the waiting requests take: the objects and buffers that a garbage collection leaves. The idle
 * connections of the clients take 7 MB more. Resident memory grew by 3 to 31 MiB, because it also contains free space of the
 * heap, which depends on the load of the machine.
 */
const maxGrowth = 20;

/** Clients before the measurement and their requests, so that V8 has compiled the code and the heap has its usual size. */
const warmUpClients = 50;
const warmUpRequests = 100;
const warmUpWaits = 3;

export const waitingClients: Row = {
  name: 'waiting-clients',
  fault:
    '1,000 clients wait for changes while nothing changes: the feed costs at most one statement a second, and 20 MB',
  execute: (run) =>
    withEnvironment(
      async (environment) => {
        const key = await environment.issueKey();
        const instance = await environment.start({ ...relaxedTimeouts, BETA: 'on', ...liveMemoryEnvironment });
        const { address } = instance;
        const memory = new LiveMemory(instance);
        const clients = Array.from({ length: clientCount }, () => new Client(address, key));
        const { next: path } = await readPage(clients[0]!, '/v1/pets/changes');
        await warmUp(clients.slice(0, warmUpClients), path!);
        const unconnected = await memory.measure();
        await Promise.all(clients.map((client) => readPage(client, path!)));
        const before = await memory.measure();
        let requests = 0;
        let isEnding = false;
        // The first waits differ, so that the clients do not all send their next requests at once.
        const first = clients.map((client, index) => readPage(client, `${path}&wait=${1 + (index % wait)}`));
        const waiting = clients.map(async (client, index) => {
          for (await first[index]; !isEnding; requests++) await readPage(client, `${path}&wait=${wait}`);
        });
        await Promise.all(first);
        const requestsBefore = requests;
        const { seconds, statements } = await countStatements(environment.postgres, run.rounds(wait));
        const measured = requests - requestsBefore;
        const growth = (await memory.measure()) - before;
        isEnding = true;
        await Promise.all(waiting);
        for (const client of clients) client.close();
        const feedCalls = sumOf(statements.filter(({ readsPets }) => readsPets));
        const keyCalls = sumOf(statements.filter(({ readsKeys }) => readsKeys));
        // An interval that begins and ends shortly after a poll contains one more.
        run.require(
          feedCalls <= Math.ceil(seconds) + 1,
          `${feedCalls} statements of the feed in ${seconds.toFixed(1)} s`,
        );
        run.note(
          `${seconds.toFixed(1)} s, ${measured} requests: ${feedCalls} statements of the feed, ${keyCalls} verify the key, ` +
            `${sumOf(statements) - feedCalls - keyCalls} others`,
        );
        run.require(growth <= maxGrowth, `live memory grew by ${growth.toFixed(1)} MB`);
        run.note(
          `live memory: ${unconnected.toFixed(1)} MB without clients, ${(before - unconnected).toFixed(1)} MB more with ` +
            `${clientCount} idle clients, ${growth.toFixed(1)} MB more while they wait`,
        );
        return { requests };
      },
      { shared_preload_libraries: 'pg_stat_statements' },
    ),
};

/** Sends requests of both kinds. @param path of the changes after the present */
async function warmUp(clients: readonly Client[], path: string): Promise<void> {
  const send = async (client: Client) => {
    for (let request = 0; request < warmUpRequests; request++) await readPage(client, path);
    for (let request = 0; request < warmUpWaits; request++) await readPage(client, `${path}&wait=1`);
  };
  await Promise.all(clients.map(send));
}

interface Statement {
  readonly calls: number;
  readonly readsPets: boolean;
  readonly readsKeys: boolean;
}

/** Counts all statements that PostgreSQL executes. @param duration seconds */
async function countStatements(
  postgres: Postgres,
  duration: number,
): Promise<{ seconds: number; statements: Statement[] }> {
  await postgres.query('CREATE EXTENSION pg_stat_statements');
  await postgres.query('SELECT pg_stat_statements_reset()');
  const start = performance.now();
  await delay(duration * 1_000);
  const statements = await postgres.query<Statement>(
    `SELECT calls::int, query LIKE '%FROM pets%' AS "readsPets", query LIKE '%FROM api_keys%' AS "readsKeys"
     FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%'`,
  );
  return { seconds: (performance.now() - start) / 1_000, statements };
}

function sumOf(statements: readonly Statement[]): number {
  return statements.reduce((sum, { calls }) => sum + calls, 0);
}
