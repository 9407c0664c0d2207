import type { FaultRun, Figures } from '../fault-run.ts';

/** A fault, how it is caused, and what the service must do meanwhile. */
export interface Row {
  readonly name: string;
  /** Description for the list and the progress line. */
  readonly fault: string;
  /** Returns why the row cannot run on this machine; undefined if it can. */
  readonly skipReason?: () => string | undefined;
  readonly execute: (run: FaultRun) => Promise<Figures>;
}
