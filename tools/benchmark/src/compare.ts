import { join } from 'node:path';
import { memoryOf, ServerProcess } from '@petstore/processes';
import type { Progress } from '@petstore/reports';
import type { Arguments } from './arguments.ts';
import { minValues } from './bootstrap.ts';
import { requireEquivalence, type RunningPeer } from './equivalence.ts';
import { chooseGenerator } from './load/choose-generator.ts';
import { describeMachine, loadNow } from './machine.ts';
import { readPagePositions } from './page-positions.ts';
import { ours, type Peer, peers, petstoreWithout, poolSize, whyGoIsMissing } from './peers.ts';
import { Random } from './random.ts';
import { Repeats } from './repeats.ts';
import { makeReport, type Report } from './report.ts';
import { measureRounds, type Plan } from './rounds.ts';
import { BenchmarkDatabase } from './benchmark-database.ts';

/** Parts of the plan. An even number of rounds lets a steady change of the machine's speed cancel out. */
const sharedPlan = { connections: 64, pets: 100_000, window: 1 };
const fullPlan = { ...sharedPlan, rounds: 12, warmUp: { responses: 50_000, seconds: 6 } };
const quickPlan = { ...sharedPlan, rounds: minValues, warmUp: { responses: 10_000, seconds: 3 }, timeLimit: 155 };

/** Pages per list whose cursors the check of equivalence needs. The measurement needs those of all pages. */
const checkedPages = 25;

/** One in this many pets is sold. */
const soldEvery = 10;

/**
 * Compares this service with the other servers.
 * @throws MeasurementFailed if a request outside of the windows and all its repeats were invalid
 */
export async function compare(args: Arguments, progress: Progress): Promise<Report> {
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1_000;
  const plan: Plan = { ...(args.quick ? quickPlan : fullPlan), operations: args.operations };
  const loadBefore = loadNow();
  const generator = chooseGenerator();
  const goMissing = args.peers.includes('go') ? whyGoIsMissing() : undefined;
  if (goMissing !== undefined) progress.report(`without the Go peer: ${goMissing}`);
  const selectedPeers = peers.filter(
    ({ name }) => args.peers.includes(name) && !(name === 'go' && goMissing !== undefined),
  );
  progress.report('starting PostgreSQL');
  const database = await BenchmarkDatabase.open();
  const repeats = new Repeats({
    onInvalid: (message) => progress.report(message),
    isTimeLeft: () => elapsed() < (plan.timeLimit ?? Infinity),
  });
  const servers: RunningPeer[] = [];
  try {
    await database.fill(plan.pets, soldEvery, progress);
    for (const peer of [
      ...(args.quick ? ours.slice(0, 1) : ours),
      ...args.without.map(petstoreWithout),
      ...selectedPeers,
    ])
      servers.push(await start(peer, database, progress));
    progress.report('reading pages for their cursors');
    const positions = await readPagePositions(
      servers[0]!.server.address,
      database.key,
      repeats,
      plan.operations.includes('cursors') ? Infinity : checkedPages,
    );
    progress.report('checking that all servers return the same');
    await requireEquivalence(servers, database.key, plan.pets, positions, new Random(2), repeats);
    const environment = { generator, database, servers, positions, progress, repeats, elapsed };
    const { measurements, rounds } = await measureRounds(plan, environment);
    return makeReport({
      plan,
      rounds,
      poolSize,
      measuredAt: new Date().toISOString(),
      machine: describeMachine(),
      postgresql: await database.version(),
      loadAverage: { before: loadBefore, after: loadNow() },
      generator: generator.name,
      missing: goMissing === undefined ? [] : [`go: ${goMissing}`],
      repeats: repeats.all,
      leftOut: repeats.leftOut,
      peers: servers.map(({ peer: { name, title, kind, sharesStatements }, server }) => {
        server.requireAlive();
        return { name, title, kind, sharesStatements, peakMemory: memoryOf(server.pid, 'VmHWM') };
      }),
      measurements,
    });
  } finally {
    progress.report('stopping the servers');
    await Promise.all(servers.map(({ server }) => server.stop()));
    progress.report('stopping PostgreSQL');
    await database.close();
  }
}

async function start(peer: Peer, database: BenchmarkDatabase, progress: Progress): Promise<RunningPeer> {
  const { name } = peer;
  progress.report(`starting ${name}`);
  const output = join(database.directory, `${name}.log`);
  const authorization = () => `Bearer ${database.key}`;
  const server = await ServerProcess.start(name, await peer.command(database), output, '/v1/pets/1', authorization);
  return { peer, server };
}
