import type { Load, Target } from '../driver/load.ts';
import type { Instance } from '../stage/instance.ts';
import { Stage } from '../stage/stage.ts';
import type { Bounds, Figures, Trial } from '../trial.ts';

export interface Scene {
  readonly stage: Stage;
  readonly instance: Instance;
  readonly key: string;
  readonly load: Load;
}

/** Does the work on a stage that is struck afterwards, whatever happens. */
export async function onStage<T>(work: (stage: Stage) => Promise<T>, settings?: Record<string, string>): Promise<T> {
  const stage = await Stage.set(settings);
  try {
    return await work(stage);
  } finally {
    await stage.strike();
  }
}

/** Plays a fault under load on one instance, until all is well again, and holds what was acknowledged against what is kept. */
export function underLoad(
  trial: Trial,
  fault: (scene: Scene) => Promise<Bounds>,
  env: Record<string, string> = {},
  clients?: number,
): Promise<Figures> {
  return onStage(async (stage) => {
    const key = await stage.issueKey();
    const instance = await stage.start(env);
    const target = { address: instance.address, key };
    // The first requests of a service that has just started take longer, whatever the database does.
    await warmUp(trial, stage, target, clients);
    const load = stage.load([target], clients);
    await load.answers(trial.enough);
    const bounds = await fault({ stage, instance, key, load });
    await load.answers(trial.enough);
    await load.end();
    return trial.figuresOf(load, await stage.judge(target), bounds);
  });
}

/** Clients at work until the service is warm, and gone then. */
export async function warmUp(trial: Trial, stage: Stage, target: Target, clients?: number): Promise<void> {
  const load = stage.load([target], clients);
  await load.answers(trial.enough);
  await load.end();
}
