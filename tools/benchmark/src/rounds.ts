import type { Running } from './alike.ts';
import { applyLoad, type Load } from './load.ts';
import { Measurements, type Sample } from './measurement.ts';
import { operations, type Operation } from './operations.ts';
import type { Place } from './pages.ts';
import { cpuOf, cpuOfFamily } from './process-cost.ts';
import type { Progress } from './progress.ts';
import { Random } from './random.ts';
import { percentile } from './statistics.ts';
import type { Store } from './store.ts';

export interface Plan {
  readonly rounds: number;
  /** Requests of each operation before anything is measured: compilers work on what has run often, not on what has run long. */
  readonly warmUp: number;
  /** Milliseconds that each window is open. */
  readonly window: number;
  readonly connections: number;
  readonly animals: number;
  readonly operations: readonly Operation[];
}

/** Everybody's turn comes in every round, operation by operation: what disturbs for a while disturbs all. */
export async function measureRounds(
  plan: Plan,
  store: Store,
  everybody: readonly Running[],
  places: readonly Place[],
  progress: Progress,
): Promise<Measurements> {
  const measurements = new Measurements();
  for (let round = 0; round <= plan.rounds; round += 1) {
    const isWarmUp = round === 0;
    const span = isWarmUp ? { milliseconds: 200, leastAnswers: plan.warmUp } : { milliseconds: plan.window };
    for (const operation of plan.operations) {
      // Who comes first differs from round to round.
      const turns = [...everybody.slice(round % everybody.length), ...everybody.slice(0, round % everybody.length)];
      for (const running of turns) {
        const { name } = running.contestant;
        progress.tell(`${isWarmUp ? 'warming up' : `round ${round} of ${plan.rounds}`}: ${operation}, ${name}`);
        const sample = await measure(plan, operation, span, store, running, places, new Random(round + 1));
        if (!isWarmUp) measurements.add(name, operation, sample);
      }
    }
    await store.settle();
  }
  return measurements;
}

async function measure(
  { connections, animals }: Plan,
  operation: Operation,
  span: Pick<Load, 'milliseconds' | 'leastAnswers'>,
  store: Store,
  { contestant, server }: Running,
  places: readonly Place[],
  random: Random,
): Promise<Sample> {
  server.requireAlive();
  const { goOn } = contestant;
  const draw = () => operations[operation].draw(random, { animals, places, goOn });
  const authorization = `Bearer ${store.key}`;
  const cost = { server: 0, database: 0 };
  const window = await applyLoad({ address: server.address, authorization, connections, ...span, draw }, (moment) => {
    server.requireAlive();
    const sign = moment === 'opens' ? -1 : 1;
    cost.server += sign * cpuOf(server.pid);
    cost.database += sign * cpuOfFamily(store.pid);
  });
  const { latencies } = window;
  return {
    serverCpu: cost.server / latencies.length,
    databaseCpu: cost.database / latencies.length,
    throughput: (latencies.length * 1000) / window.milliseconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}
