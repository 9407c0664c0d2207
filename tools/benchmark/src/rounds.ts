import type { Running } from './alike.ts';
import type { Load, LoadGenerator } from './load/load.ts';
import { warmUp, type WarmUp } from './load/warm-up.ts';
import { Measurements, type Sample } from './measurement.ts';
import { operations, type Operation } from './operations.ts';
import type { Place } from './pages.ts';
import { cpuOf, cpuOfFamily } from './process-cost.ts';
import type { Progress } from './progress.ts';
import { Random } from './random.ts';
import type { Repeats } from './repeats.ts';
import type { Store } from './store.ts';

export interface Plan {
  readonly rounds: number;
  /** Of each operation, before anything is measured. */
  readonly warmUp: WarmUp;
  /** Seconds that each window is open. */
  readonly window: number;
  readonly connections: number;
  readonly animals: number;
  readonly operations: readonly Operation[];
}

/**
 * Everybody's turn comes in every round, operation by operation: what disturbs for a while disturbs all. A window with refused
 * or failed requests, or with a stall, is repeated.
 * @throws NotMeasured when it was disturbed every time
 */
export async function measureRounds(
  plan: Plan,
  generator: LoadGenerator,
  store: Store,
  everybody: readonly Running[],
  places: readonly Place[],
  progress: Progress,
  repeats: Repeats,
): Promise<Measurements> {
  const measurements = new Measurements();
  for (let round = 0; round <= plan.rounds; round += 1) {
    const isWarmUp = round === 0;
    for (const operation of plan.operations) {
      // Who comes first differs from round to round.
      const turns = [...everybody.slice(round % everybody.length), ...everybody.slice(0, round % everybody.length)];
      for (const running of turns) {
        const { name } = running.contestant;
        progress.tell(`${isWarmUp ? 'warming up' : `round ${round} of ${plan.rounds}`}: ${operation}, ${name}`);
        // Drawn anew for each attempt: a repeat asks what the others were asked in this round.
        const load = () => loadOf(plan, operation, store, running, places, new Random(round + 1));
        const attempt = async () => {
          running.server.requireAlive();
          if (isWarmUp) return warmUp(generator, load(), plan.warmUp);
          return measure(generator, { ...load(), seconds: plan.window }, store, running);
        };
        const what = `${name}, ${operation}, ${isWarmUp ? 'warm-up' : `round ${round}`}`;
        const sample = await repeats.untilUndisturbed(what, attempt);
        if (sample) measurements.add(name, operation, sample);
      }
    }
    await store.settle();
  }
  return measurements;
}

/** What a contestant is asked to do in its turn. */
function loadOf(
  { connections, animals }: Plan,
  operation: Operation,
  store: Store,
  { contestant: { goOn }, server }: Running,
  places: readonly Place[],
  random: Random,
): Omit<Load, 'seconds'> {
  const draw = () => operations[operation].draw(random, { animals, places, goOn });
  return { address: server.address, authorization: `Bearer ${store.key}`, connections, draw };
}

async function measure(generator: LoadGenerator, load: Load, store: Store, { server }: Running): Promise<Sample> {
  const cost = { server: 0, database: 0 };
  const { milliseconds, answers, p50, p99 } = await generator.apply(load, (moment) => {
    server.requireAlive();
    const sign = moment === 'opens' ? -1 : 1;
    cost.server += sign * cpuOf(server.pid);
    cost.database += sign * cpuOfFamily(store.pid);
  });
  return {
    serverCpu: cost.server / answers,
    databaseCpu: cost.database / answers,
    throughput: (answers * 1_000) / milliseconds,
    p50,
    p99,
  };
}
