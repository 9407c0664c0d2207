import { SingleBar, Presets } from 'cli-progress';

const steps = 10;

/** How far through a file: a bar in a terminal, a plain line per tenth elsewhere; both on standard error. */
export class Progress {
  private readonly bar: SingleBar | undefined;
  private rows = 0;
  private told = 0;

  /** @param size of the file, in bytes */
  constructor(private readonly size: number) {
    if (!process.stderr.isTTY) return;
    const format = 'importing [{bar}] {percentage} % | {rows} rows | {duration_formatted}';
    this.bar = new SingleBar({ format, hideCursor: true }, Presets.legacy);
    this.bar.start(size, 0, { rows: 0 });
  }

  advanceTo(bytes: number): void {
    this.rows += 1;
    if (this.bar) return this.bar.update(bytes, { rows: this.rows });
    const step = Math.floor((bytes / Math.max(this.size, bytes)) * steps);
    if (step === this.told) return;
    this.told = step;
    process.stderr.write(`${(step * 100) / steps} %: ${this.rows} rows read\n`);
  }

  end(): void {
    this.bar?.stop();
  }
}
