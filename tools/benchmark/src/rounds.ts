import { cpuTimesOf, cpuTimeOfTree } from '@petstore/processes';
import type { Progress } from '@petstore/reports';
import type { BenchmarkDatabase } from './benchmark-database.ts';
import type { RunningPeer } from './equivalence.ts';
import type { LoadParameters, LoadGenerator } from './load/load-parameters.ts';
import { requireNoStall } from './load/stall.ts';
import { warmUp, type WarmUp } from './load/warm-up.ts';
import { Measurements, type Sample } from './measurement.ts';
import { type Operation, operations } from './operations.ts';
import type { PagePosition } from './page-positions.ts';
import { Random } from './random.ts';
import type { Repeats } from './repeats.ts';

/** Extent of the comparison. */
export interface Plan {
  /** Maximum number of rounds. */
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
  /** Seconds of the run after which no round ends. Default: no limit. The first round is always measured. */
  readonly timeLimit?: number;
}

/** What the rounds are measured with. */
export interface Environment {
  readonly generator: LoadGenerator;
  readonly database: BenchmarkDatabase;
  readonly servers: readonly RunningPeer[];
  readonly positions: readonly PagePosition[];
  readonly progress: Progress;
  readonly repeats: Repeats;
  /** Returns the seconds since the run started. */
  readonly elapsed: () => number;
}

/**
 * Measures every server in every round, operation by operation, so that a temporary disturbance affects all servers. Repeats
 * invalid windows, and leaves out a window that stays invalid.
 * @returns the samples, and the number of rounds, which the time limit may have reduced
 */
export async function measureRounds(
  plan: Plan,
  environment: Environment,
): Promise<{ measurements: Measurements; rounds: number }> {
  const { elapsed, progress } = environment;
  const measurements = new Measurements();
  await runRound(plan, environment, 0, 'warm-up', (load) => warmUp(environment.generator, load, plan.warmUp));
  let rounds = 0;
  let longestRound = 0;
  while (rounds < plan.rounds && (rounds === 0 || elapsed() + longestRound <= (plan.timeLimit ?? Infinity))) {
    rounds += 1;
    const started = elapsed();
    await runRound(plan, environment, rounds, `round ${rounds}`, async (load, running, operation) => {
      const sample = await measure(environment, { ...load, seconds: plan.window }, running);
      measurements.add(rounds, running.peer.name, operation, sample);
    });
    longestRound = Math.max(longestRound, elapsed() - started);
  }
  if (rounds < plan.rounds) progress.report(`the time limit ended the run after ${rounds} of ${plan.rounds} rounds`);
  return { measurements, rounds };
}

type Load = Omit<LoadParameters, 'seconds'>;

/** Runs the attempt for every operation and server, and repeats it while its result is invalid. */
async function runRound(
  plan: Plan,
  environment: Environment,
  round: number,
  name: string,
  attempt: (load: Load, running: RunningPeer, operation: Operation) => Promise<void>,
): Promise<void> {
  const { database, progress, repeats, servers } = environment;
  for (const operation of plan.operations) {
    for (const running of orderOf(servers, round)) {
      const what = `${running.peer.name}, ${operation}, ${name}`;
      progress.report(`${name}${round === 0 ? '' : ` of ${plan.rounds}`}: ${operation}, ${running.peer.name}`);
      await repeats.measureOrLeaveOut(what, () => {
        running.server.requireAlive();
        // The round is the seed, so that all servers get the same requests, also in a repeat.
        const load = loadOf(plan, environment, operation, running, new Random(round + 1));
        return attempt(load, running, operation);
      });
    }
  }
  await database.vacuumAndCheckpoint();
}

/**
 * Returns the servers in the order of a round. Each even round has the reverse order of the round before, so that a steady change
 * of the machine's speed cancels out. Each pair of rounds starts with another server.
 * @param round from 1; 0 is the warm-up
 */
export function orderOf<Server>(servers: readonly Server[], round: number): Server[] {
  const first = Math.floor(Math.max(round - 1, 0) / 2) % servers.length;
  const order = [...servers.slice(first), ...servers.slice(0, first)];
  return round > 0 && round % 2 === 0 ? order.reverse() : order;
}

/** Returns the load for one server and one operation. */
function loadOf(
  { connections, pets }: Plan,
  { database, positions }: Environment,
  operation: Operation,
  { peer: { nextPageQuery }, server }: RunningPeer,
  random: Random,
): Load {
  const draw = () => operations[operation].draw(random, { pets, positions, nextPageQuery });
  return { address: server.address, authorization: `Bearer ${database.key}`, connections, draw };
}

async function measure(
  { generator, database }: Environment,
  load: LoadParameters,
  { server }: RunningPeer,
): Promise<Sample> {
  // Microseconds of CPU time in the window.
  const cost = { user: 0, system: 0, database: 0 };
  const window = await generator.run(load, (moment) => {
    server.requireAlive();
    const sign = moment === 'opens' ? -1 : 1;
    const { user, system } = cpuTimesOf(server.pid);
    cost.user += sign * user;
    cost.system += sign * system;
    cost.database += sign * cpuTimeOfTree(database.pid);
  });
  requireNoStall(window, load.seconds);
  const { milliseconds, responses, p50, p99 } = window;
  return {
    serverCpu: (cost.user + cost.system) / responses,
    userCpu: cost.user / responses,
    systemCpu: cost.system / responses,
    databaseCpu: cost.database / responses,
    throughput: (responses * 1_000) / milliseconds,
    p50,
    p99,
  };
}
