import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Processes } from '@petstore/database/testing';
import { cpuTimeOf, cpuTimeOfTree, memoryOf } from './proc.ts';
import { type Postgres, settle, startPostgres, versionOf } from './postgres.ts';
import { operations, Random, type Request } from './requests.ts';
import { requireEqualAnswers } from './require-equal-answers.ts';
import { createDatabase, peers, type Server, startPeer, startService } from './servers.ts';
import { type Sample, type Series, writeReport, writeTable } from './table.ts';
import { runWrk, type Window } from './wrk.ts';

const usage = `npm run bench [-- OPTIONS]
  --against DIRECTORY  another built tree of this project, which is measured too; may be repeated
  --peers NAMES        default: ${peers.join(',')}; none: --peers=
  --only OPERATIONS    default: ${Object.keys(operations).join(',')}
  --connections LIST   default: 1,64
  --states STATES      default: cold,warm
  --rounds NUMBER      default: 12
  --seconds NUMBER     duration of a window of a warm server; default: 1`;

/** Requests of a window. wrk sends them in a cycle. */
const requestsPerWindow = 6_400;

/** A server is warm after this many requests, because compilers optimise what ran often, or after some seconds. */
const warmUp = { requests: 50_000, seconds: 15, connections: 64 };

/** The first requests of each operation after the start. A service with one client stays in this state for hours. */
const coldWindow: Window = { requests: 2_000, seconds: 60 };

const states = ['cold', 'warm'];

/** A window with a failed request, or without a response, is measured again, because the disk of a busy machine can stall. */
const attempts = 8;

type Options = ReturnType<typeof readOptions>;

/** @throws Error for an unknown option or value */
function readOptions() {
  const { values } = parseArgs({
    options: {
      against: { type: 'string', multiple: true, default: [] },
      peers: { type: 'string', default: peers.join() },
      only: { type: 'string', default: Object.keys(operations).join() },
      connections: { type: 'string', default: '1,64' },
      states: { type: 'string', default: states.join() },
      rounds: { type: 'string', default: '12' },
      seconds: { type: 'string', default: '1' },
    },
  });
  const list = (text: string, known: readonly string[]) => {
    const names = text.split(',').filter(Boolean);
    const unknown = names.filter((name) => !known.includes(name));
    if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(', ')}\n${usage}`);
    return names;
  };
  const integer = (text: string) => {
    if (!/^[1-9]\d*$/.test(text)) throw new Error(`not a number: ${text}\n${usage}`);
    return Number(text);
  };
  return {
    // npm runs scripts in the root of the workspace, and sets INIT_CWD to the directory of the caller.
    trees: values.against.map((tree) => resolve(process.env['INIT_CWD'] ?? '.', tree)),
    peers: list(values.peers, peers),
    operations: list(values.only, Object.keys(operations)),
    connections: values.connections.split(',').map(integer),
    states: list(values.states, states),
    rounds: integer(values.rounds),
    seconds: integer(values.seconds),
  };
}

/** Measures all servers. @returns the report in Markdown */
async function run(options: Options, postgres: Postgres, processes: Processes): Promise<string> {
  const loadBefore = loadavg()[0]!;
  const servers = await startServers(options, postgres, processes);
  report('comparing the answers');
  await requireEqualAnswers(servers);
  const tables: string[] = [];
  for (const state of options.states) {
    if (state === 'warm') await warmUpAll(options, servers);
    const series = await measureAll(state, options, postgres, servers);
    tables.push(writeTable(state, series, options.rounds));
  }
  report('writing the report\n');
  return writeReport(tables, options.seconds, await versionOf(postgres), loadBefore);
}

async function warmUpAll({ operations: names }: Options, servers: readonly Server[]): Promise<void> {
  for (const operation of names) {
    for (const server of servers) {
      report(`warm-up: ${operation}, ${server.name}`);
      for (let sent = 0, second = 0; second < warmUp.seconds && sent < warmUp.requests; second += 1) {
        const requests = drawRequests(operation, server, second);
        sent += (await runWrk(server, requests, warmUp.connections, { seconds: 1 })).requests;
      }
    }
  }
}

async function measureAll(
  state: string,
  { operations: names, connections: numbers, rounds, seconds }: Options,
  postgres: Postgres,
  servers: readonly Server[],
): Promise<Series[]> {
  const window = state === 'cold' ? coldWindow : { seconds };
  const series = names.flatMap((operation) =>
    numbers.flatMap((connections) =>
      servers.map(({ name }) => ({ operation, connections, server: name, samples: [] as Sample[] })),
    ),
  );
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of new Set(servers.map(({ database }) => database.name))) await settle(postgres, name);
    // An even round has the reverse order, so that a steady change of the machine's speed has no effect.
    const order = round % 2 === 0 ? [...servers].reverse() : servers;
    for (const connections of numbers) {
      // A cold process gets the operations in the same order in each round, because each of them warms it up for the next one.
      if (state === 'cold') for (const server of order) await server.restart();
      for (const operation of names) {
        for (const server of order) {
          report(`${state}, round ${round} of ${rounds}: ${operation}, ${connections} connections, ${server.name}`);
          // The round decides the seed, so that all servers get the same requests, which are not those of the warm-up.
          const requests = drawRequests(operation, server, 1_000 + round);
          const isOf = (each: Series) =>
            each.operation === operation && each.connections === connections && each.server === server.name;
          series.find(isOf)!.samples.push(await measure(postgres.pid, server, requests, connections, window));
        }
      }
    }
  }
  return series;
}

/** Starts this service first. The peers use its database. Each other tree has its own, because its schema can differ. */
async function startServers(options: Options, postgres: Postgres, processes: Processes): Promise<Server[]> {
  const start = async (name: string, tree?: string) => {
    report(`starting ${name}${tree ? `: ${tree}` : ''}`);
    return startService(name, await createDatabase(postgres, `bench_${name}`, tree), processes, tree);
  };
  const servers = [await start('petstore')];
  for (const [index, tree] of options.trees.entries()) servers.push(await start(`against${index + 1}`, tree));
  for (const name of options.peers) {
    report(`starting ${name}`);
    servers.push(await startPeer(name, servers[0]!, processes));
  }
  return servers;
}

function drawRequests(operation: string, { positions }: Server, seed: number): Request[] {
  const random = new Random(seed);
  return Array.from({ length: requestsPerWindow }, () => operations[operation]!(random, positions));
}

async function measure(
  postgresPid: number,
  server: Server,
  requests: readonly Request[],
  connections: number,
  window: Window,
): Promise<Sample> {
  let failures = '';
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const [serverBefore, databaseBefore] = [cpuTimeOf(server.pid), cpuTimeOfTree(postgresPid)];
    const load = await runWrk(server, requests, connections, window);
    const serverCpu = (cpuTimeOf(server.pid) - serverBefore) / load.requests;
    const databaseCpu = (cpuTimeOfTree(postgresPid) - databaseBefore) / load.requests;
    if (load.failed === 0 && load.requests > 0) {
      const throughput = (load.requests * 1e6) / load.duration;
      return {
        serverCpu,
        databaseCpu,
        bothCpu: serverCpu + databaseCpu,
        throughput,
        p50: load.p50 / 1_000,
        p99: load.p99 / 1_000,
        memory: memoryOf(server.pid) / 2 ** 20,
      };
    }
    failures = `${server.name}: ${load.failed} of ${load.requests} requests failed`;
    report(`repeating a window: ${failures}`);
    await delay(attempt * 1_000);
  }
  throw new Error(`${failures}, in each of ${attempts} attempts`);
}

/** Writes what the run does. On a terminal, one line shows the last message. */
function report(message: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${message}` : `${message}\n`);
}

async function main(): Promise<void> {
  const options = readOptions();
  const processes = new Processes();
  try {
    report('starting PostgreSQL');
    process.stdout.write(await run(options, await startPostgres(processes), processes));
  } finally {
    await processes.end();
  }
}

main().catch((error: Error) => {
  process.stderr.write(`bench: ${error.message}\n`);
  process.exitCode = 1;
});
