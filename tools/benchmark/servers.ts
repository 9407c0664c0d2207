import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, type Processes } from '@petstore/database/testing';
import { fill, type Postgres } from './postgres.ts';
import { get, type Position, pets, type Request, statuses } from './requests.ts';
import { workspace } from './workspace.ts';

const peersFolder = join(workspace, 'tools/dist/benchmark/peers');

/** GOPATH of the Go libraries that Debian packages install. */
const debianGoPath = '/usr/share/gocode';

/** Other implementations of the same operations. */
export const peers = ['fastify', 'fastify-exact', 'fastify-shared', 'nest', 'go'];

/** A database with pets and a key. */
export interface Database {
  readonly name: string;
  readonly url: string;
  readonly key: string;
}

interface RunningServer {
  readonly name: string;
  readonly database: Database;
  readonly address: string;
  /** Of the process, which changes at a restart. */
  pid: number;
  /** Ends the process, and starts a new one, whose code no compiler has optimised. */
  readonly restart: () => Promise<void>;
}

/** A server that is measured. */
export interface Server extends RunningServer {
  /** Positions in the lists of its database, with the parameters that it understands. */
  readonly positions: readonly Position[];
}

/** Milliseconds within which a server must answer a get. */
const startTimeout = 120_000;

/** Creates the database of a built tree with the schema of that tree, a key, and pets. */
export async function createDatabase(postgres: Postgres, name: string, tree = workspace): Promise<Database> {
  await postgres.query(`CREATE DATABASE ${name}`);
  const url = postgres.urlOf(name);
  const petstore = (...args: string[]) =>
    execFileSync(process.execPath, [join(tree, 'apps/cli/dist/main.js'), ...args], {
      env: { ...process.env, DATABASE_URL: url },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    });
  petstore('migrate');
  const key = petstore('keys', 'issue', 'benchmark').trim();
  await fill(postgres, name, pets);
  return { name, url, key };
}

/** Starts the service of a built tree, with metrics and without an access log. */
export async function startService(
  name: string,
  database: Database,
  processes: Processes,
  tree = workspace,
): Promise<Server> {
  const env = { LOG_LEVEL: 'warn', METRICS_PORT: String(await freePort()), HOST: '127.0.0.1' };
  const server = await start(name, database, processes, [process.execPath, join(tree, 'apps/api/dist/main.js')], env);
  return Object.assign(server, { positions: await readPositions(server) });
}

/** Starts a peer on the database of the service. It continues lists at the same positions. */
export async function startPeer(name: string, service: Server, processes: Processes): Promise<Server> {
  const isShared = name === 'fastify-shared';
  const program = join(peersFolder, `${isShared ? 'fastify' : name}.js`);
  const command = name === 'go' ? [buildGo(processes.directory)] : [process.execPath, program];
  const server = await start(name, service.database, processes, command, { SHARED: isShared ? '1' : '0' });
  // It encodes cursors as the service does.
  if (name === 'fastify-exact') return Object.assign(server, { positions: service.positions });
  const positions = service.positions.map((position) => ({ ...position, next: position.after }));
  return Object.assign(server, { positions });
}

/** @returns the path of the program */
function buildGo(directory: string): string {
  const program = join(directory, 'go-peer');
  const GOPATH = `${join(directory, 'go')}:${debianGoPath}`;
  const env = { ...process.env, GO111MODULE: 'off', GOPATH, GOCACHE: join(directory, 'go-cache') };
  execFileSync('go', ['build', '-o', program, join(workspace, 'tools/benchmark/peers/go/main.go')], { env });
  return program;
}

/** @throws Error if the server exits, or gives no answer in time */
async function start(
  name: string,
  database: Database,
  processes: Processes,
  [program, ...args]: readonly string[],
  own: Record<string, string>,
): Promise<RunningServer> {
  const port = String(await freePort());
  const output = join(processes.directory, `${name}.log`);
  const env = { NODE_ENV: 'production', DATABASE_URL: database.url, DATABASE_POOL_SIZE: '10', PORT: port, ...own };
  let child: ChildProcess | undefined;
  const restart = async () => {
    if (child?.kill()) await once(child, 'exit');
    const log = openSync(output, 'w');
    child = processes.spawn(program!, args, { env, stdio: ['ignore', log, log] });
    closeSync(log);
    server.pid = child.pid!;
    const deadline = performance.now() + startTimeout;
    while (!(await send(server, get('/v1/pets/1')).catch(() => undefined))?.ok) {
      if (child.exitCode !== null || performance.now() > deadline) {
        throw new Error(`${name} did not start: ${readFileSync(output, 'utf8').trim()}`);
      }
      await delay(50);
    }
  };
  const server: RunningServer = { name, database, address: `http://127.0.0.1:${port}`, pid: 0, restart };
  await restart();
  return server;
}

/** Sends a request with the key of the server's database, unless it names an authorization. */
export function send({ address, database }: RunningServer, request: Request): Promise<Response> {
  const { method, path, body = null, authorization = `Bearer ${database.key}` } = request;
  const headers = { Authorization: authorization, 'Content-Type': 'application/json' };
  return fetch(address + path, { method, headers, body });
}

/**
 * Reads positions throughout the table. Half of them are in lists with a status. Follows the `Link` headers, because only the
 * service can create its cursors.
 */
async function readPositions(server: RunningServer): Promise<Position[]> {
  const lists = await Promise.all(
    [undefined, ...statuses].map(async (status) => {
      const positions: Position[] = [];
      let path = `/v1/pets?limit=100${status ? `&status=${status}` : ''}`;
      for (;;) {
        const response = await send(server, get(path));
        const page = (await response.json()) as { id: number }[];
        const link = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
        if (!link) return positions;
        const { pathname, search, searchParams } = new URL(link, server.address);
        path = pathname + search;
        positions.push({ status, next: `cursor=${searchParams.get('cursor')}`, after: `after=${page.at(-1)!.id}` });
      }
    }),
  );
  const [unfiltered = [], ...filtered] = lists;
  return [...unfiltered, ...filtered.flat()];
}
