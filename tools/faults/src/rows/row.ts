import type { FaultRun, Figures } from '../fault-run.ts';

/** A fault scenario: causes a fault and checks the service. It is a row of the report's table. */
export interface Row {
  /** Name in the report, also an argument of `npm run test:faults`. */
  readonly name: string;
  /** Description of the fault and of the requirement. */
  readonly fault: string;
  /** Returns why the row cannot run on this machine; undefined if it can. */
  readonly skipReason?: () => string | undefined;
  readonly execute: (run: FaultRun) => Promise<Figures>;
}
