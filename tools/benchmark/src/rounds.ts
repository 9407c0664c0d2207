import { cpuTimeOf, cpuTimeOfTree } from '@petstore/processes';
import type { Progress } from '@petstore/reports';
import type { RunningPeer } from './equivalence.ts';
import type { LoadParameters, LoadGenerator } from './load/load-parameters.ts';
import { warmUp, type WarmUp } from './load/warm-up.ts';
import { Measurements, type Sample } from './measurement.ts';
import { type Operation, operations } from './operations.ts';
import type { PagePosition } from './page-positions.ts';
import { Random } from './random.ts';
import type { Repeats } from './repeats.ts';
import type { BenchmarkDatabase } from './benchmark-database.ts';

/** Extent of the comparison. */
export interface Plan {
  readonly rounds: number;
  /** Warm-up of each operation, before any measurement. */
  readonly warmUp: WarmUp;
  /** Seconds of each measurement window. */
  readonly window: number;
  /** Client connections. */
  readonly connections: number;
  /** Number of pets in the database. */
  readonly pets: number;
  readonly operations: readonly Operation[];
}

/**
 * Measures every server in every round, operation by operation, so that a temporary disturbance affects all servers. Repeats
 * invalid windows.
 * @throws MeasurementFailed if a window and all its repeats were invalid
 */
export async function measureRounds(
  plan: Plan,
  generator: LoadGenerator,
  database: BenchmarkDatabase,
  servers: readonly RunningPeer[],
  positions: readonly PagePosition[],
  progress: Progress,
  repeats: Repeats,
): Promise<Measurements> {
  const measurements = new Measurements();
  for (let round = 0; round <= plan.rounds; round += 1) {
    const isWarmUp = round === 0;
    for (const operation of plan.operations) {
      // Each round starts with another server.
      const order = [...servers.slice(round % servers.length), ...servers.slice(0, round % servers.length)];
      for (const running of order) {
        const { name } = running.peer;
        progress.report(`${isWarmUp ? 'warming up' : `round ${round} of ${plan.rounds}`}: ${operation}, ${name}`);
        // The round is the seed, so that all servers get the same requests, also in a repeat.
        const load = () => loadOf(plan, operation, database, running, positions, new Random(round + 1));
        const attempt = async () => {
          running.server.requireAlive();
          if (isWarmUp) return warmUp(generator, load(), plan.warmUp);
          return measure(generator, { ...load(), seconds: plan.window }, database, running);
        };
        const what = `${name}, ${operation}, ${isWarmUp ? 'warm-up' : `round ${round}`}`;
        const sample = await repeats.measure(what, attempt);
        if (sample) measurements.add(name, operation, sample);
      }
    }
    await database.vacuumAndCheckpoint();
  }
  return measurements;
}

/** Returns the load for one server and one operation. */
function loadOf(
  { connections, pets }: Plan,
  operation: Operation,
  database: BenchmarkDatabase,
  { peer: { nextPageQuery }, server }: RunningPeer,
  positions: readonly PagePosition[],
  random: Random,
): Omit<LoadParameters, 'seconds'> {
  const draw = () => operations[operation].draw(random, { pets, positions, nextPageQuery });
  return { address: server.address, authorization: `Bearer ${database.key}`, connections, draw };
}

async function measure(
  generator: LoadGenerator,
  load: LoadParameters,
  database: BenchmarkDatabase,
  { server }: RunningPeer,
): Promise<Sample> {
  // Microseconds of CPU time in the window.
  const cost = { server: 0, database: 0 };
  const { milliseconds, responses, p50, p99 } = await generator.run(load, (moment) => {
    server.requireAlive();
    const sign = moment === 'opens' ? -1 : 1;
    cost.server += sign * cpuTimeOf(server.pid);
    cost.database += sign * cpuTimeOfTree(database.pid);
  });
  return {
    serverCpu: cost.server / responses,
    databaseCpu: cost.database / responses,
    throughput: (responses * 1_000) / milliseconds,
    p50,
    p99,
  };
}
