import { join } from 'node:path';
import { memoryOf, ServerProcess } from '@petstore/processes';
import type { Arguments } from './arguments.ts';
import { requireEquivalence, type RunningPeer } from './equivalence.ts';
import { chooseGenerator } from './load/load-generator.ts';
import { describeMachine, loadNow } from './machine.ts';
import { readPagePositions } from './page-positions.ts';
import { ours, type Peer, peers, petstoreWithout, poolSize, whyGoIsMissing } from './peers.ts';
import type { Progress } from './progress.ts';
import { Random } from './random.ts';
import { Repeats } from './repeats.ts';
import { makeReport, type Report } from './report.ts';
import { measureRounds, type Plan } from './rounds.ts';
import { Store } from './store.ts';

const common = { connections: 64, pets: 100_000 };
const full = { ...common, rounds: 5, warmUp: { responses: 50_000, seconds: 6 }, window: 3 };
const quick = { ...common, rounds: 2, warmUp: { responses: 3_000, seconds: 2 }, window: 1 };

/** One of this many pets is sold. */
const rarity = 10;

/**
 * Compares this service with the other servers.
 * @throws NotMeasured if a measurement and all its repeats were interfered with
 */
export async function compare(args: Arguments, progress: Progress): Promise<Report> {
  const plan: Plan = { ...(args.quick ? quick : full), operations: args.operations };
  const loadBefore = loadNow();
  const generator = chooseGenerator();
  const missing = args.peers.includes('go') ? whyGoIsMissing() : undefined;
  if (missing !== undefined) progress.report(`without the Go peer: ${missing}`);
  const chosen = peers.filter(({ name }) => args.peers.includes(name) && !(name === 'go' && missing !== undefined));
  progress.report('starting PostgreSQL');
  const store = await Store.open();
  const repeats = new Repeats();
  const servers: RunningPeer[] = [];
  try {
    await store.fill(plan.pets, rarity, progress);
    for (const peer of [...ours, ...args.without.map(petstoreWithout), ...chosen])
      servers.push(await start(peer, store, progress));
    progress.report('reading pages for their cursors');
    const positions = await readPagePositions(servers[0]!.server.address, store.key, repeats);
    progress.report('checking that all servers return the same');
    await requireEquivalence(servers, store.key, plan.pets, positions, new Random(2), repeats);
    const measurements = await measureRounds(plan, generator, store, servers, positions, progress, repeats);
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
      peers: servers.map(({ peer: { name, title, isOurs }, server }) => {
        server.requireAlive();
        return { name, title, isOurs, peakMemory: memoryOf(server.pid, 'VmHWM') };
      }),
      measurements,
    });
  } finally {
    progress.report('stopping the servers');
    await Promise.all(servers.map(({ server }) => server.stop()));
    progress.report('stopping PostgreSQL');
    await store.close();
  }
}

async function start(peer: Peer, store: Store, progress: Progress): Promise<RunningPeer> {
  const { name } = peer;
  progress.report(`starting ${name}`);
  const output = join(store.directory, `${name}.log`);
  const authorization = () => `Bearer ${store.key}`;
  const server = await ServerProcess.start(name, await peer.command(store), output, '/v1/pets/1', authorization);
  return { peer, server };
}
