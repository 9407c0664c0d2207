import type { Figures, Trial } from '../trial.ts';

/** A fault, how it is caused, and what is required of the service meanwhile. */
export interface Row {
  readonly name: string;
  /** In a line. */
  readonly fault: string;
  /** Why it cannot be run here. */
  readonly hindrance?: () => string | undefined;
  readonly run: (trial: Trial) => Promise<Figures>;
}
