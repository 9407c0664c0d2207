import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, createPet } from '@petstore/driver';
import {
  type Command,
  createTemporaryDirectory,
  mainFileOf,
  memoryOf,
  removeTemporaryDirectory,
  ServerProcess,
} from '@petstore/processes';
import type { Progress } from '@petstore/reports';
import { chooseGenerator } from './load/choose-generator.ts';
import type { LoadGenerator } from './load/load-parameters.ts';
import { describeMachine, loadNow, type Machine } from './machine.ts';
import { operations } from './operations.ts';
import { workspace } from './paths.ts';
import { Random } from './random.ts';
import { InvalidMeasurement, type Repeat, Repeats } from './repeats.ts';
import { spread, type Spread } from './statistics.ts';

/** Number of starts of each command. */
const runs = { full: 10, quick: 3 };

/** Seconds of load before memory is read again. */
const loadTime = { full: 20, quick: 2 };

/** Start-up times and memory, and the conditions of the measurement. */
export interface StartMeasurement {
  readonly measuredAt: string;
  readonly machine: Machine;
  /** Load average of the machine over one minute. */
  readonly loadAverage: { readonly before: number; readonly after: number };
  readonly generator: string;
  /** Measurements that were repeated, with the reasons. */
  readonly repeats: readonly Repeat[];
  /** Number of starts of each command. */
  readonly runs: number;
  /** Milliseconds to the first 200 response on an empty directory, which includes creating the database. */
  readonly firstEver: number;
  /** Milliseconds to the first 200 response, by command. */
  readonly started: Readonly<Record<string, Spread>>;
  /** MiB of resident memory of the service's process. */
  readonly memory: {
    /** After the first 200 response. */
    readonly started: number;
    /** Seconds without a request before `idle` was read. */
    readonly idleFor: number;
    readonly idle: number;
    /** Immediately after the load. */
    readonly afterLoad: number;
    /** Maximum since the process started (VmHWM), read after the load. */
    readonly peak: number;
  };
}

/** Seconds without a request, after which V8 has released the memory that only the start needed. */
const idleFor = 60;

/**
 * Measures start-up time and memory of the service on its embedded database.
 * @throws MeasurementFailed if a measurement and all its repeats were invalid
 */
export async function measureStart(isQuick: boolean, progress: Progress): Promise<StartMeasurement> {
  const before = loadNow();
  const generator = chooseGenerator();
  const repeats = new Repeats({ onInvalid: (message) => progress.report(message) });
  const directory = createTemporaryDirectory();
  const env = { DATA_DIR: join(directory, 'data') };
  const commands: Record<string, Command> = {
    'node apps/api/dist/main.js': { program: process.execPath, args: [mainFileOf('api')], env },
    'npm start': { program: 'npm', args: ['--prefix', workspace, 'start'], env },
  };
  const count = isQuick ? runs.quick : runs.full;
  try {
    progress.report('the first start, on an empty directory');
    const first = await startServer(Object.values(commands)[0]!, directory);
    await first.stop();
    const times: Record<string, number[]> = {};
    for (let run = 1; run <= count; run += 1) {
      for (const [name, command] of Object.entries(commands)) {
        progress.report(`${name}: ${run} of ${count}`);
        const server = await startServer(command, directory);
        await server.stop();
        times[name] = [...(times[name] ?? []), server.startTime];
      }
    }
    progress.report('memory');
    const memory = await measureMemory(Object.values(commands)[0]!, directory, generator, isQuick, repeats);
    const started = Object.fromEntries(Object.entries(times).map(([name, each]) => [name, spread(each)]));
    const loadAverage = { before, after: loadNow() };
    return {
      measuredAt: new Date().toISOString(),
      machine: describeMachine(),
      loadAverage,
      generator: generator.name,
      repeats: repeats.all,
      runs: count,
      firstEver: first.startTime,
      started,
      memory,
    };
  } finally {
    removeTemporaryDirectory(directory);
  }
}

async function measureMemory(
  command: Command,
  directory: string,
  generator: LoadGenerator,
  isQuick: boolean,
  repeats: Repeats,
): Promise<StartMeasurement['memory']> {
  const server = await startServer(command, directory);
  try {
    const started = memoryOf(server.pid, 'VmRSS');
    await delay(idleFor * 1_000);
    const idle = memoryOf(server.pid, 'VmRSS');
    const key = keyOf(directory);
    await repeats.measure('the pet for the load', () => createFirstPet(server, key));
    const random = new Random(1);
    // The mix does not continue lists, so it needs no page positions.
    const draw = () => operations.mix.draw(random, { pets: 1, positions: [], nextPageQuery: () => ({}) });
    const seconds = isQuick ? loadTime.quick : loadTime.full;
    const authorization = `Bearer ${key}`;
    const loadParameters = { address: server.address, authorization, connections: 64, seconds, draw };
    await repeats.measure('the load', () => generator.run(loadParameters, () => server.requireAlive()));
    return { started, idleFor, idle, afterLoad: memoryOf(server.pid, 'VmRSS'), peak: memoryOf(server.pid, 'VmHWM') };
  } finally {
    await server.stop();
  }
}

/**
 * Creates the pet that the gets of the load read.
 * @throws InvalidMeasurement if the response is not 201
 */
async function createFirstPet(server: ServerProcess, key: string): Promise<void> {
  const client = new Client(() => server.address, key);
  const { status } = await client.send(createPet({ name: 'Rex', categoryId: 7 }));
  client.close();
  if (status !== 201) throw new InvalidMeasurement(`status ${status}`);
}

function startServer(command: Command, directory: string): Promise<ServerProcess> {
  return ServerProcess.start(
    'petstore',
    command,
    join(directory, 'petstore.log'),
    '/v1/pets',
    () => `Bearer ${keyOf(directory)}`,
  );
}

/** Returns the key that the first start issues; an empty text before the file exists. */
function keyOf(directory: string): string {
  const file = join(directory, 'data/first-key');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
}
