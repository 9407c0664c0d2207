import { setTimeout as delay } from 'node:timers/promises';
import { head, lineOf, type Ran } from './report.ts';
import type { Row } from './rows/row.ts';
import { Trial } from './trial.ts';

/** Milliseconds that a row of the usual extent may take before it is held to hang. */
const longestRow = 600_000;

/** How much is done. */
export interface Extent {
  /** How many times as many rounds. */
  readonly scale: number;
  /** Good answers after each round. */
  readonly answers: number;
}

export const usualExtent: Extent = { scale: 1, answers: 300 };

/** Where lines go, and where it is shown meanwhile what is done. */
export interface Audience {
  line(text: string): void;
  progress(text: string): void;
}

/** Runs them all, whatever they find. Answers those that broke a bound. */
export async function runRows(rows: readonly Row[], extent: Extent, { line, progress }: Audience): Promise<Row[]> {
  const broken: Row[] = [];
  line(head());
  for (const [index, row] of rows.entries()) {
    const hindrance = row.hindrance?.();
    if (hindrance) {
      line(`| ${row.name} | not run: ${hindrance}`);
      continue;
    }
    progress(`${index + 1}/${rows.length} ${row.fault}`);
    const ran = await run(row, extent);
    line(lineOf(ran));
    if (ran.trial.breaches.length > 0) broken.push(row);
  }
  return broken;
}

async function run(row: Row, { scale, answers }: Extent): Promise<Ran> {
  const trial = new Trial(scale, answers);
  const over = new AbortController();
  try {
    const hanging = delay(longestRow * scale * Math.max(1, answers / usualExtent.answers), undefined, {
      signal: over.signal,
    }).then(() => {
      throw new Error('it hangs');
    });
    const figures = await Promise.race([row.run(trial), hanging]);
    trial.requireNothingLost(figures);
    return { row, trial, figures };
  } catch (error) {
    trial.require(false, `it failed: ${(error as Error).stack}`);
    return { row, trial, figures: {} };
  } finally {
    over.abort();
  }
}
