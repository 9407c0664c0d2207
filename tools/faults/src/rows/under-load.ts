import type { Load, Target } from '@petstore/driver';
import type { Environment } from '../environment/environment.ts';
import type { Instance } from '../environment/instance.ts';
import { withEnvironment } from '../environment/with-environment.ts';
import type { Bounds, FaultRun, Figures } from '../fault-run.ts';

/** What a fault function can use. */
export interface FaultContext {
  readonly environment: Environment;
  readonly instance: Instance;
  readonly key: string;
  readonly load: Load;
}

/**
 * Causes a fault while one instance is under load, waits until the instance has recovered, and compares the ledger with the
 * stored pets.
 * @param env environment variables of the instance
 */
export function underLoad(
  run: FaultRun,
  fault: (context: FaultContext) => Promise<Bounds>,
  env: Record<string, string> = {},
  clients?: number,
): Promise<Figures> {
  return withEnvironment(async (environment) => {
    const key = await environment.issueKey();
    const instance = await environment.start(env);
    const target = { address: instance.address, key };
    // Without a warm-up, the first requests would take longer, also without a fault.
    await warmUp(run, environment, target, clients);
    const load = environment.load([target], clients);
    await load.waitForSuccesses(run.successesPerRound);
    const bounds = await fault({ environment, instance, key, load });
    await load.waitForSuccesses(run.successesPerRound);
    await load.end();
    return run.figuresOf(load, await environment.verify(target), bounds);
  });
}

/** Runs a load until it has had the successful responses of one round. */
export async function warmUp(run: FaultRun, environment: Environment, target: Target, clients?: number): Promise<void> {
  const load = environment.load([target], clients);
  await load.waitForSuccesses(run.successesPerRound);
  await load.end();
}
