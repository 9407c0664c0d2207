import { SingleBar, Presets } from 'cli-progress';

/** Number of lines for all rows if standard error is not a terminal. */
const steps = 10;

const rowsAre = { importing: 'read', creating: 'created' } as const;

/** Shows the progress of a transaction on standard error: a bar in a terminal, otherwise a line for each 10 %. */
export class ProgressBar {
  private readonly bar: SingleBar | undefined;
  private rows = 0;
  private lastStep = 0;

  /** @param size of all rows, in bytes of the file or in rows */
  constructor(
    private readonly size: number,
    private readonly activity: keyof typeof rowsAre = 'importing',
  ) {
    if (!process.stderr.isTTY) return;
    const format = `${activity} [{bar}] {percentage} % | {rows} rows | {duration_formatted}`;
    this.bar = new SingleBar({ format, hideCursor: true }, Presets.legacy);
    this.bar.start(size, 0, { rows: 0 });
  }

  /**
   * Counts one row and shows the progress.
   * @param end offset of the end of the row, in the unit of `size`
   */
  advanceTo(end: number): void {
    this.rows += 1;
    if (this.bar) return this.bar.update(end, { rows: this.rows });
    const step = Math.floor((end / Math.max(this.size, end)) * steps);
    if (step === this.lastStep) return;
    this.lastStep = step;
    const rows = this.rows === 1 ? 'row' : 'rows';
    process.stderr.write(`${(step * 100) / steps} %: ${this.rows} ${rows} ${rowsAre[this.activity]}\n`);
  }

  stop(): void {
    this.bar?.stop();
  }
}
