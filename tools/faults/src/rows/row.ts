import type { FaultRun, Figures } from '../fault-run.ts';

/** A fault scenario, one row of the report: causes a fault and checks the service. */
export interface Row {
  /** Name in the report. It is also an argument of `npm run test:faults`, so the scenarios are called rows everywhere. */
  readonly name: string;
  /** Description of the fault and of the requirement. */
  readonly fault: string;
  /** Returns why the row cannot run on this machine; undefined if it can. */
  readonly skipReason?: () => string | undefined;
  readonly execute: (run: FaultRun) => Promise<Figures>;
}
