import { join } from 'node:path';
import { type ApiRequest, listPets } from '@petstore/driver';
import { ServerProcess } from '@petstore/processes';
import type { Progress } from '@petstore/reports';
import { chooseGenerator } from './load/choose-generator.ts';
import type { LoadGenerator } from './load/load-parameters.ts';
import { requireNoStall } from './load/stall.ts';
import { describeMachine, loadNow, type Machine } from './machine.ts';
import { operations } from './operations.ts';
import { maxPageLength, walkPages } from './page-positions.ts';
import { ours } from './peers.ts';
import { Random } from './random.ts';
import { type Repeat, Repeats } from './repeats.ts';
import { BenchmarkDatabase } from './benchmark-database.ts';

const sizes = { full: [1_000, 1_000_000, 10_000_000], quick: [1_000, 100_000] };

/** One in this many pets is sold. */
const soldEvery = 1_000;

/** Fraction of the pets before the deep page. */
const deepPageFraction = 0.9;

/** Seconds of each measurement and of its warm-up. */
const window = 5;
const warmUp = 1;

/** Response times in milliseconds. */
export interface Times {
  readonly p50: number;
  readonly p99: number;
}

/** Response times by the number of pets, and the conditions of the measurement. */
export interface Growth {
  readonly measuredAt: string;
  readonly machine: Machine;
  readonly postgresql: string;
  /** Load average of the machine over one minute. */
  readonly loadAverage: { readonly before: number; readonly after: number };
  readonly generator: string;
  /** Measurements that were repeated, with the reasons. */
  readonly repeats: readonly Repeat[];
  /** Measurements without a valid attempt, with the reasons. */
  readonly leftOut: readonly Repeat[];
  readonly sizes: readonly {
    readonly pets: number;
    /** Milliseconds from the start of the process to its first 200 response. */
    readonly startTime: number;
    /** Null for an operation that was left out. */
    readonly operations: Readonly<Record<string, Times | null>>;
  }[];
}

/**
 * Measures response times for one client, by the number of pets.
 * @throws MeasurementFailed if a request outside of the windows and all its repeats were invalid
 */
export async function measureGrowth(isQuick: boolean, progress: Progress): Promise<Growth> {
  const before = loadNow();
  const generator = chooseGenerator();
  progress.report('starting PostgreSQL');
  const repeats = new Repeats({ onInvalid: (message) => progress.report(message) });
  const database = await BenchmarkDatabase.open();
  try {
    const measured: Growth['sizes'][number][] = [];
    for (const pets of isQuick ? sizes.quick : sizes.full) {
      await database.fill(pets, soldEvery, progress);
      measured.push(await measureSize(pets, database, generator, progress, repeats));
      await database.deletePetsAbove(pets);
    }
    const postgresql = await database.version();
    return {
      measuredAt: new Date().toISOString(),
      machine: describeMachine(),
      postgresql,
      loadAverage: { before, after: loadNow() },
      generator: generator.name,
      repeats: repeats.all,
      leftOut: repeats.leftOut,
      sizes: measured,
    };
  } finally {
    await database.close();
  }
}

async function measureSize(
  pets: number,
  database: BenchmarkDatabase,
  generator: LoadGenerator,
  progress: Progress,
  repeats: Repeats,
): Promise<Growth['sizes'][number]> {
  const authorization = `Bearer ${database.key}`;
  const output = join(database.directory, 'petstore.log');
  const command = await ours[0]!.command(database);
  const server = await ServerProcess.start('petstore', command, output, '/v1/pets/1', () => authorization);
  try {
    const cursor = await deepCursor(server, database.key, pets, progress, repeats);
    const random = new Random(pets);
    const source = { pets, positions: [], nextPageQuery: () => ({}) };
    const draws: Record<string, () => ApiRequest> = {
      get: () => operations.get.draw(random, source),
      'first page': () => listPets({ limit: 20 }),
      'deep page': () => listPets({ limit: 20, cursor }),
      'rare status': () => listPets({ limit: 20, status: 'sold' }),
      create: () => operations.create.draw(random, source),
    };
    const times: Record<string, Times | null> = {};
    for (const [name, draw] of Object.entries(draws)) {
      progress.report(`${pets} pets: ${name}`);
      const attempt = () => measure(generator, server, authorization, draw);
      times[name] = (await repeats.measureOrLeaveOut(`${name}, ${pets} pets`, attempt)) ?? null;
    }
    return { pets, startTime: server.startTime, operations: times };
  } finally {
    await server.stop();
  }
}

/**
 * Returns the cursor of the deep page. Follows the `Link` headers to it, because only the service can create cursors.
 * @throws Error if the list has only one page
 */
async function deepCursor(
  server: ServerProcess,
  key: string,
  pets: number,
  progress: Progress,
  repeats: Repeats,
): Promise<string> {
  const target = pets * deepPageFraction;
  let last: string | undefined;
  const pages = walkPages(server.address, key, undefined, () => maxPageLength, repeats);
  for await (const { cursor, after } of pages) {
    last = cursor;
    progress.report(`${pets} pets: reading pages up to the deep page, ${Math.floor((after / target) * 10) * 10} %`);
    if (after >= target) return cursor;
  }
  if (last === undefined) throw new Error('the list has only one page');
  return last;
}

async function measure(
  generator: LoadGenerator,
  server: ServerProcess,
  authorization: string,
  draw: () => ApiRequest,
): Promise<Times> {
  const load = { address: server.address, authorization, connections: 1, draw };
  const requireAlive = () => server.requireAlive();
  await generator.run({ ...load, seconds: warmUp }, requireAlive);
  const measured = await generator.run({ ...load, seconds: window }, requireAlive);
  requireNoStall(measured, window);
  return { p50: measured.p50, p99: measured.p99 };
}
