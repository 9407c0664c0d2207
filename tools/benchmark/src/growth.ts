import { join } from 'node:path';
import { ours } from './contestants.ts';
import { chooseGenerator } from './load/load-generator.ts';
import type { LoadGenerator } from './load/load.ts';
import { loadNow, describeMachine, type Machine } from './machine.ts';
import { operations, type Request } from './operations.ts';
import { longestPage, walk } from './pages.ts';
import type { Progress } from './progress.ts';
import { Random } from './random.ts';
import { Repeats, type Repeat } from './repeats.ts';
import { ServerProcess } from './server-process.ts';
import { Store } from './store.ts';

const sizes = { full: [1_000, 1_000_000, 10_000_000], quick: [1_000, 100_000] };

/** How many animals there are for each that is sold. */
const rarity = 1_000;

/** How deep the deep page lies. */
const depth = 0.9;

/** Seconds that one client asks for one thing. */
const window = 5;
const warmUp = 1;

export interface Times {
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

export interface Growth {
  readonly measuredAt: string;
  readonly machine: Machine;
  readonly postgresql: string;
  readonly load: { readonly before: number; readonly after: number };
  readonly generator: string;
  /** Which measurements were repeated, and why. */
  readonly repeats: readonly Repeat[];
  readonly sizes: readonly {
    readonly animals: number;
    /** Milliseconds from the start of the process to its first answer. */
    readonly startTime: number;
    readonly operations: Readonly<Record<string, Times>>;
  }[];
}

/**
 * How long one client waits, by the number of animals in the store.
 * @throws NotMeasured when a measurement was disturbed, and all its repeats were
 */
export async function measureGrowth(isQuick: boolean, progress: Progress): Promise<Growth> {
  const before = loadNow();
  const generator = chooseGenerator();
  progress.tell('starting PostgreSQL');
  const repeats = new Repeats();
  const store = await Store.open();
  try {
    const measured: Growth['sizes'][number][] = [];
    for (const animals of isQuick ? sizes.quick : sizes.full) {
      await store.fill(animals, rarity, progress);
      measured.push(await measureSize(animals, store, generator, progress, repeats));
      await store.shrinkTo(animals);
    }
    const postgresql = await store.version();
    return {
      measuredAt: new Date().toISOString(),
      machine: describeMachine(),
      postgresql,
      load: { before, after: loadNow() },
      generator: generator.name,
      repeats: repeats.all,
      sizes: measured,
    };
  } finally {
    await store.close();
  }
}

async function measureSize(
  animals: number,
  store: Store,
  generator: LoadGenerator,
  progress: Progress,
  repeats: Repeats,
): Promise<Growth['sizes'][number]> {
  const authorization = `Bearer ${store.key}`;
  const output = join(store.directory, 'petstore.log');
  const command = await ours[0]!.command(store);
  const server = await ServerProcess.start('petstore', command, output, '/v1/pets/1', () => authorization);
  try {
    const cursor = await deepCursor(server, authorization, animals, progress, repeats);
    const random = new Random(animals);
    const material = { animals, places: [], goOn: () => '' };
    const draws: Record<string, () => Request> = {
      get: () => operations.get.draw(random, material),
      'first page': () => ({ method: 'GET', path: '/v1/pets?limit=20' }),
      'deep page': () => ({ method: 'GET', path: `/v1/pets?limit=20&cursor=${cursor}` }),
      'rare status': () => ({ method: 'GET', path: '/v1/pets?limit=20&status=sold' }),
      create: () => operations.create.draw(random, material),
    };
    const times: Record<string, Times> = {};
    for (const [name, draw] of Object.entries(draws)) {
      progress.tell(`${animals} animals: ${name}`);
      const attempt = () => measure(generator, server, authorization, draw);
      times[name] = await repeats.untilUndisturbed(`${name}, ${animals} animals`, attempt);
    }
    return { animals, startTime: server.startTime, operations: times };
  } finally {
    await server.stop();
  }
}

/** The service's own, found as every client would have to find it. */
async function deepCursor(
  server: ServerProcess,
  authorization: string,
  animals: number,
  progress: Progress,
  repeats: Repeats,
): Promise<string> {
  const target = animals * depth;
  let last: string | undefined;
  const pages = walk(server.address, authorization, undefined, () => longestPage, repeats);
  for await (const { cursor, after } of pages) {
    last = cursor;
    progress.tell(`${animals} animals: walking to the deep page, ${Math.floor((after / target) * 10) * 10} %`);
    if (after >= target) return cursor;
  }
  if (last === undefined) throw new Error('there is but one page');
  return last;
}

async function measure(
  generator: LoadGenerator,
  server: ServerProcess,
  authorization: string,
  draw: () => Request,
): Promise<Times> {
  const load = { address: server.address, authorization, connections: 1, draw };
  const requireAlive = () => server.requireAlive();
  await generator.apply({ ...load, seconds: warmUp }, requireAlive);
  const { p50, p99 } = await generator.apply({ ...load, seconds: window }, requireAlive);
  return { p50, p99 };
}
