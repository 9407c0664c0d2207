import type { Verdict } from './driver/ledger.ts';
import { isFailure, type Heard, type Load } from './driver/load.ts';

/** What a row found, for the table. Times in milliseconds. */
export interface Figures extends Partial<Verdict> {
  readonly requests?: number;
  /** The longest that a client waited for an answer. */
  readonly longest?: number;
  /** From the moment on that what was gone is back to the last failure. */
  readonly recovery?: number;
}

/** What a load's answers are measured from and held to. */
export interface Bounds {
  readonly gaps?: readonly Gap[];
  /** Milliseconds that the longest answer may take. */
  readonly longest?: number;
}

/** From when to when something was away, by `performance.now()`. */
export interface Gap {
  readonly from: number;
  readonly back: number;
}

/** A row's run: what it holds to be required, and what it has to say beside its figures. */
export class Trial {
  readonly breaches: string[] = [];
  readonly notes: string[] = [];

  /**
   * @param scale how many times as many rounds
   * @param enough good answers that show, after each round, that all is well again
   */
  constructor(
    private readonly scale: number,
    readonly enough: number,
  ) {}

  rounds(count: number): number {
    return Math.max(1, Math.round(count * this.scale));
  }

  require(holds: boolean, what: string): void {
    if (!holds && !this.breaches.includes(what)) this.breaches.push(what);
  }

  note(what: string): void {
    this.notes.push(what);
  }

  /** What is required whatever the fault. */
  requireNothingLost({ lost, altered, twice, untrue }: Figures): void {
    for (const [what, count] of Object.entries({ lost, altered, twice, untrue })) {
      this.require(!count, `${count} ${what}`);
    }
  }

  /** The load's figures, its answers held to what is allowed during any fault. */
  figuresOf(load: Load, verdict: Verdict, { gaps = [], longest: most }: Bounds): Figures {
    const longest = Math.max(...load.heard.map(({ milliseconds }) => milliseconds));
    const recovery =
      gaps.length > 0 ? Math.max(...gaps.map((gap, index) => recoveryOf(load, gap, gaps[index + 1]))) : undefined;
    this.requireOnlyDocumented(load.heard);
    if (most) this.require(longest <= most, `the longest answer took ${Math.round(longest)} ms, allowed are ${most}`);
    return {
      requests: load.heard.filter(wasLetIn).length,
      ...verdict,
      longest,
      ...(recovery !== undefined && { recovery }),
    };
  }

  /** @param most milliseconds */
  requireRecovery({ recovery = 0 }: Figures, most: number): void {
    this.require(recovery <= most, `it took ${Math.round(recovery)} ms to recover, allowed are ${most}`);
  }

  private requireOnlyDocumented(heard: readonly Heard[]): void {
    const strange = heard.filter(
      ({ kind, status }) => status === 500 || (kind === 'stranger' && ![0, 401].includes(status)),
    );
    const told = [...new Set(strange.map(({ kind, status, code }) => `${kind} ${status} ${code}`))];
    this.require(strange.length === 0, `${strange.length} answers that no fault excuses: ${told.join(', ')}`);
  }
}

/** A client that finds nobody listening has asked nobody. */
export function wasLetIn({ code }: Heard): boolean {
  return code !== 'ECONNREFUSED';
}

function recoveryOf(load: Load, { back }: Gap, next?: Gap): number {
  const failures = load.heard.filter(({ at }) => at >= back && at < (next?.from ?? Infinity)).filter(isFailure);
  return Math.max(0, ...failures.map(({ at }) => at - back));
}
