// Rows of a report: each causes a fault and compares the responses of the service with what is stored.
export { chooseRows } from './choose-rows.ts';
export { FaultRun, type Figures, type Outage } from './fault-run.ts';
export type { Row } from './rows/row.ts';
export { defaultExtent, runRows, type Output } from './run-rows.ts';
export { runToExit } from './run-to-exit.ts';
