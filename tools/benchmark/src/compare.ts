import { join } from 'node:path';
import { memoryOf } from '@petstore/processes';
import { requireAlike, type Running } from './alike.ts';
import type { Arguments } from './arguments.ts';
import { goIsMissing, ours, peers, poolSize, type Contestant } from './contestants.ts';
import { chooseGenerator } from './load/load-generator.ts';
import { describeMachine, loadNow } from './machine.ts';
import { placesOf } from './pages.ts';
import type { Progress } from './progress.ts';
import { Random } from './random.ts';
import { Repeats } from './repeats.ts';
import { makeReport, type Report } from './report.ts';
import { measureRounds, type Plan } from './rounds.ts';
import { ServerProcess } from './server-process.ts';
import { Store } from './store.ts';

const usual = { connections: 64, animals: 100_000 };
const full = { ...usual, rounds: 5, warmUp: { answers: 50_000, seconds: 6 }, window: 3 };
const quick = { ...usual, rounds: 2, warmUp: { answers: 3_000, seconds: 2 }, window: 1 };

/** How many animals there are for each that is sold. */
const rarity = 10;

/**
 * This service against its peers.
 * @throws NotMeasured when a measurement was disturbed, and all its repeats were
 */
export async function compare(args: Arguments, progress: Progress): Promise<Report> {
  const plan: Plan = { ...(args.quick ? quick : full), operations: args.operations };
  const loadBefore = loadNow();
  const generator = chooseGenerator();
  const missing = args.peers.includes('go') ? goIsMissing() : undefined;
  if (missing !== undefined) progress.tell(`without the Go peer: ${missing}`);
  const chosen = peers.filter(({ name }) => args.peers.includes(name) && !(name === 'go' && missing !== undefined));
  progress.tell('starting PostgreSQL');
  const store = await Store.open();
  const repeats = new Repeats();
  const everybody: Running[] = [];
  try {
    await store.fill(plan.animals, rarity, progress);
    for (const contestant of [...ours, ...chosen]) everybody.push(await start(contestant, store, progress));
    const authorization = `Bearer ${store.key}`;
    progress.tell('walking pages for their cursors');
    const places = await placesOf(everybody[0]!.server.address, authorization, repeats);
    progress.tell('asking everybody the same');
    await requireAlike(everybody, authorization, plan.animals, places, new Random(2), repeats);
    const measurements = await measureRounds(plan, generator, store, everybody, places, progress, repeats);
    return makeReport({
      plan,
      poolSize,
      measuredAt: new Date().toISOString(),
      machine: describeMachine(),
      postgresql: await store.version(),
      load: { before: loadBefore, after: loadNow() },
      generator: generator.name,
      missing: missing === undefined ? [] : [`go: ${missing}`],
      repeats: repeats.all,
      contestants: everybody.map(({ contestant: { name, title, isOurs }, server }) => {
        server.requireAlive();
        return { name, title, isOurs, peakMemory: memoryOf(server.pid, 'VmHWM') };
      }),
      measurements,
    });
  } finally {
    progress.tell('ending the servers');
    await Promise.all(everybody.map(({ server }) => server.stop()));
    progress.tell('removing the store');
    await store.close();
  }
}

async function start(contestant: Contestant, store: Store, progress: Progress): Promise<Running> {
  const { name } = contestant;
  progress.tell(`starting ${name}`);
  const output = join(store.directory, `${name}.log`);
  const authorization = () => `Bearer ${store.key}`;
  const server = await ServerProcess.start(name, await contestant.command(store), output, '/v1/pets/1', authorization);
  return { contestant, server };
}
