import { setTimeout as delay } from 'node:timers/promises';
import { FaultRun } from './fault-run.ts';
import { type CompletedRow, formatRow, tableHead } from './report.ts';
import type { Row } from './rows/row.ts';

/** Milliseconds after which a row with the default extent fails. */
const rowTimeout = 600_000;

/** Amount of work of each row. */
export interface Extent {
  /** Factor for the number of rounds. */
  readonly scale: number;
  /** Successful responses to wait for after each round. */
  readonly successesPerRound: number;
}

export const defaultExtent: Extent = { scale: 1, successesPerRound: 300 };

/** Writes the lines of the report, and the progress. */
export interface Output {
  line(text: string): void;
  progress(text: string): void;
}

/** Runs all rows one after another, also after a failure. @returns the rows that failed */
export async function runRows(rows: readonly Row[], extent: Extent, { line, progress }: Output): Promise<Row[]> {
  const failed: Row[] = [];
  line(tableHead());
  for (const [index, row] of rows.entries()) {
    const skipReason = row.skipReason?.();
    if (skipReason) {
      line(`| ${row.name} | skipped: ${skipReason}`);
      continue;
    }
    progress(`${index + 1}/${rows.length} ${row.fault}`);
    const completed = await runRow(row, extent);
    line(formatRow(completed));
    if (completed.run.breaches.length > 0) failed.push(row);
  }
  return failed;
}

async function runRow(row: Row, { scale, successesPerRound }: Extent): Promise<CompletedRow> {
  const run = new FaultRun(scale, successesPerRound);
  const finished = new AbortController();
  try {
    const timeout = delay(
      rowTimeout * scale * Math.max(1, successesPerRound / defaultExtent.successesPerRound),
      undefined,
      {
        signal: finished.signal,
      },
    ).then(() => {
      throw new Error('the row did not finish in time');
    });
    const figures = await Promise.race([row.execute(run), timeout]);
    run.requireNothingLost(figures);
    return { row, run, figures };
  } catch (error) {
    run.require(false, `the row failed: ${(error as Error).stack}`);
    return { row, run, figures: {} };
  } finally {
    finished.abort();
  }
}
