import { SingleBar, Presets } from 'cli-progress';

/** Number of lines for all rows if standard error is not a terminal. */
const steps = 10;

const rowsAre = { importing: 'read', creating: 'created', exporting: 'exported' } as const;

/** Shows the progress of a transaction on standard error: a bar in a terminal, otherwise a line for each 10 %. */
export class ProgressBar {
  private readonly bar: SingleBar | undefined;
  private rows = 0;
  private lastStep = 0;

  /** @param size of all rows, in any unit: bytes of the file, rows, or 1 for shares */
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
   * Counts rows and shows the progress.
   * @param end offset of the end of the rows, in the unit of `size`
   * @param count number of rows since the last call
   */
  advanceTo(end: number, count = 1): void {
    this.rows += count;
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
