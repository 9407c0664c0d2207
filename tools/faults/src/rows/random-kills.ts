import { setTimeout as delay } from 'node:timers/promises';
import type { Outage } from '../fault-run.ts';

/** One of this many steps is disturbed by a kill. */
const interval = 11;

/** Ends a process and waits until it works again. @returns the time of its recovery, by `performance.now()` */
export type Kill = () => Promise<number>;

/** Kills processes at random moments of some steps of a test, one kill after another, in turn. */
export class RandomKills {
  readonly outages: Outage[] = [];
  private steps = 0;
  /** Milliseconds that the last undisturbed step with each name took. */
  private readonly durations = new Map<string, number>();

  constructor(private readonly kills: readonly Kill[]) {}

  /** Runs a step. Returns when the step has ended, and the killed process has recovered. @param name name of similar steps */
  async during(name: string, step: () => Promise<void>): Promise<void> {
    this.steps += 1;
    if (this.steps % interval === 0) {
      await Promise.all([step(), this.killWithin(this.durations.get(name) ?? 0)]);
      return;
    }
    const started = performance.now();
    await step();
    this.durations.set(name, performance.now() - started);
  }

  private async killWithin(milliseconds: number): Promise<void> {
    // The exponent makes early moments likelier, because the first of the clients' requests changes the data.
    await delay(milliseconds ** Math.random());
    const from = performance.now();
    const to = await this.kills[this.outages.length % this.kills.length]!();
    this.outages.push({ from, to });
  }
}
