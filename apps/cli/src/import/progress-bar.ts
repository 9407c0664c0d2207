import { SingleBar, Presets } from 'cli-progress';

/** Number of lines for a whole file if standard error is not a terminal. */
const steps = 10;

/** Shows the progress of an import on standard error: a bar in a terminal, otherwise a line for each 10 %. */
export class ProgressBar {
  private readonly bar: SingleBar | undefined;
  private rows = 0;
  private lastStep = 0;

  /** @param size of the file, in bytes */
  constructor(private readonly size: number) {
    if (!process.stderr.isTTY) return;
    const format = 'importing [{bar}] {percentage} % | {rows} rows | {duration_formatted}';
    this.bar = new SingleBar({ format, hideCursor: true }, Presets.legacy);
    this.bar.start(size, 0, { rows: 0 });
  }

  /**
   * Counts one row and shows the progress.
   * @param bytes offset of the end of the row in the file
   */
  advanceTo(bytes: number): void {
    this.rows += 1;
    if (this.bar) return this.bar.update(bytes, { rows: this.rows });
    const step = Math.floor((bytes / Math.max(this.size, bytes)) * steps);
    if (step === this.lastStep) return;
    this.lastStep = step;
    process.stderr.write(`${(step * 100) / steps} %: ${this.rows} ${this.rows === 1 ? 'row' : 'rows'} read\n`);
  }

  stop(): void {
    this.bar?.stop();
  }
}
