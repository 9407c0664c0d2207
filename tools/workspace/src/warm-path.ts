import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ServiceProcess } from '@petstore/processes';
import { root } from './workspace.ts';

/** The files that run in a request of one operation after the warm-up. */
export interface WarmPath {
  readonly operation: string;
  /** Paths of the source files with a function that ran in each measured request, sorted. */
  readonly files: readonly string[];
  /** Paths of the source files with a function that ran in some measured requests only, for example in a timer; sorted. */
  readonly occasional: readonly string[];
}

/** Number of pets: more than the 20 of a page, so that the list has a link to the next page. */
const pets = 30;
const warmUpRequests = 200;
const measuredRequests = 5;

const main = join(root, 'apps/api/dist/main.js');

/**
 * Runs the built API with an embedded database. Returns the files of this workspace with a function that runs in a list, a
 * create and a get request, by V8's precise coverage. The log level is `info`, metrics are off.
 */
export async function measureWarmPaths(): Promise<WarmPath[]> {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-warm-path-'));
  // Root runs the embedded PostgreSQL as another user, who must reach the data directory.
  chmodSync(folder, 0o755);
  const socket = join(folder, 'coverage.sock');
  const data = join(folder, 'data');
  try {
    const service = await ServiceProcess.start(
      { DATA_DIR: data },
      {
        COVERAGE_SOCKET: socket,
        COVERAGE_MAIN: main,
        LOG_LEVEL: 'info',
        NODE_OPTIONS: `--import=${new URL('./coverage-server.js', import.meta.url).href}`,
      },
    );
    try {
      return await measureOperations(service, socket, readFileSync(join(data, 'first-key'), 'utf8').trim());
    } finally {
      await service.end('SIGTERM');
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureOperations(service: ServiceProcess, socket: string, key: string): Promise<WarmPath[]> {
  const headers = { Authorization: `Bearer ${key}` };
  const list = `${service.address}/v1/pets`;
  const newPet = {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Rex', categoryId: 1, status: 'available' }),
  };
  const created = await send(list, newPet);
  for (let count = 1; count < pets; count++) await send(list, newPet);
  const get = `${service.address}${created.headers.get('Location')}`;
  const operations: [operation: string, url: string, options: RequestInit][] = [
    ['list', list, { headers }],
    ['create', list, newPet],
    ['get', get, { headers }],
  ];
  const paths: WarmPath[] = [];
  for (const [operation, url, options] of operations) {
    for (let count = 0; count < warmUpRequests; count++) await send(url, options);
    const samples: string[][] = [];
    for (let count = 0; count < measuredRequests; count++) {
      samples.push(await measureRequest(service, socket, () => send(url, options)));
    }
    paths.push(summarize(operation, samples));
  }
  return paths;
}

async function send(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options);
  const body = await response.text();
  if (!response.ok) throw new Error(`${options.method ?? 'GET'} ${url}: ${response.status} ${body}`);
  return response;
}

/** Returns the files with a function that runs between the start of the request and its log line. */
async function measureRequest(
  service: ServiceProcess,
  socket: string,
  request: () => Promise<Response>,
): Promise<string[]> {
  await takeCalledFiles(socket);
  const id = (await request()).headers.get('X-Request-Id')!;
  while (!service.log.some((line) => line.includes(id))) await delay(1);
  return takeCalledFiles(socket);
}

/** Returns the paths of the source files with a function call since the last `takeCalledFiles`. */
async function takeCalledFiles(socket: string): Promise<string[]> {
  const urls = (await json(connect(socket))) as string[];
  return urls
    .filter((url) => url.startsWith(`${pathToFileURL(root).href}/`) && url.includes('/dist/') && !isForeign(url))
    .map((url) => relative(root, fileURLToPath(url)).replace('/dist/', '/src/').replace(/\.js$/, '.ts'));
}

/** Whether the file belongs to a dependency or to this measurement. */
function isForeign(url: string): boolean {
  return url.includes('/node_modules/') || url.startsWith(new URL('.', import.meta.url).href);
}

function summarize(operation: string, samples: readonly string[][]): WarmPath {
  const called = [...new Set(samples.flat())].sort();
  const isInEach = (file: string) => samples.every((sample) => sample.includes(file));
  return {
    operation,
    files: called.filter(isInEach),
    occasional: called.filter((file) => !isInEach(file)),
  };
}
