import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { memoryOf } from '@petstore/processes';
import { chooseGenerator } from './load/load-generator.ts';
import type { LoadGenerator } from './load/load.ts';
import { describeMachine, loadNow, type Machine } from './machine.ts';
import { operations } from './operations.ts';
import { service, workspace } from './paths.ts';
import type { Progress } from './progress.ts';
import { Random } from './random.ts';
import { Disturbed, Repeats, type Repeat } from './repeats.ts';
import { makeScratch, removeScratch } from './scratch.ts';
import { ServerProcess, type Command } from './server-process.ts';
import { spread, type Spread } from './statistics.ts';

const runs = { full: 10, quick: 3 };

/** Seconds of load before memory is read again. */
const loadTime = { full: 20, quick: 2 };

export interface Start {
  readonly measuredAt: string;
  readonly machine: Machine;
  readonly load: { readonly before: number; readonly after: number };
  readonly generator: string;
  /** Which measurements were repeated, and why. */
  readonly repeats: readonly Repeat[];
  readonly runs: number;
  /** Milliseconds to the first answer on an empty directory, the making of the database included. */
  readonly firstEver: number;
  /** Milliseconds to the first answer, by what was started. */
  readonly started: Readonly<Record<string, Spread>>;
  /** Mebibytes that the service's process holds. */
  readonly memory: {
    readonly started: number;
    /** Seconds after which `idle` was read. */
    readonly idleFor: number;
    readonly idle: number;
    readonly afterLoad: number;
    readonly peak: number;
  };
}

/** Seconds without a request, after which V8 has given back what only the start needed. */
const idleFor = 60;

/**
 * How soon the service answers on its embedded database, and what memory it takes.
 * @throws NotMeasured when a measurement was disturbed, and all its repeats were
 */
export async function measureStart(isQuick: boolean, progress: Progress): Promise<Start> {
  const before = loadNow();
  const generator = chooseGenerator();
  const repeats = new Repeats();
  const directory = makeScratch();
  const env = { DATA_DIR: join(directory, 'data') };
  const commands: Record<string, Command> = {
    'node apps/api/dist/main.js': { program: process.execPath, args: [service], env },
    'npm start': { program: 'npm', args: ['--prefix', workspace, 'start'], env },
  };
  const count = isQuick ? runs.quick : runs.full;
  try {
    progress.tell('the first start, on an empty directory');
    const first = await start(Object.values(commands)[0]!, directory);
    await first.stop();
    const times: Record<string, number[]> = {};
    for (let run = 1; run <= count; run += 1) {
      for (const [name, command] of Object.entries(commands)) {
        progress.tell(`${name}: ${run} of ${count}`);
        const server = await start(command, directory);
        await server.stop();
        times[name] = [...(times[name] ?? []), server.startTime];
      }
    }
    progress.tell('memory');
    const memory = await measureMemory(Object.values(commands)[0]!, directory, generator, isQuick, repeats);
    const started = Object.fromEntries(Object.entries(times).map(([name, each]) => [name, spread(each)]));
    const load = { before, after: loadNow() };
    return {
      measuredAt: new Date().toISOString(),
      machine: describeMachine(),
      load,
      generator: generator.name,
      repeats: repeats.all,
      runs: count,
      firstEver: first.startTime,
      started,
      memory,
    };
  } finally {
    removeScratch(directory);
  }
}

async function measureMemory(
  command: Command,
  directory: string,
  generator: LoadGenerator,
  isQuick: boolean,
  repeats: Repeats,
): Promise<Start['memory']> {
  const server = await start(command, directory);
  try {
    const started = memoryOf(server.pid, 'VmRSS');
    await delay(idleFor * 1_000);
    const idle = memoryOf(server.pid, 'VmRSS');
    const authorization = keyOf(directory);
    await repeats.untilUndisturbed('the animal for the load', () => createPet(server, authorization));
    const random = new Random(1);
    const draw = () => operations.mix.draw(random, { animals: 1, places: [], goOn: () => '' });
    const seconds = isQuick ? loadTime.quick : loadTime.full;
    const load = { address: server.address, authorization, connections: 64, seconds, draw };
    await repeats.untilUndisturbed('the load', () => generator.apply(load, () => server.requireAlive()));
    return { started, idleFor, idle, afterLoad: memoryOf(server.pid, 'VmRSS'), peak: memoryOf(server.pid, 'VmHWM') };
  } finally {
    await server.stop();
  }
}

/** The one animal that every get of the load asks for. @throws Disturbed */
async function createPet(server: ServerProcess, authorization: string): Promise<void> {
  const headers = { authorization, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: '{"name":"Rex","categoryId":7}' };
  const { status } = await fetch(`${server.address}/v1/pets`, init);
  if (status !== 201) throw new Disturbed(`status ${status}`);
}

function start(command: Command, directory: string): Promise<ServerProcess> {
  return ServerProcess.start('petstore', command, join(directory, 'petstore.log'), '/v1/pets', () => keyOf(directory));
}

/** The key that the first start issues comes about while it starts. */
function keyOf(directory: string): string {
  const file = join(directory, 'data/first-key');
  return existsSync(file) ? `Bearer ${readFileSync(file, 'utf8').trim()}` : '';
}
