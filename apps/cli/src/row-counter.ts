const clearLine = '\r\u001b[K';

/** Number of lines for a whole table if standard error is not a terminal. */
const steps = 10;

/** Shows on standard error how many rows of a table are done: one changing line in a terminal, otherwise a line for each 10 %. */
export class RowCounter {
  private readonly isTerminal = process.stderr.isTTY;
  private isShown = false;
  private last = '';

  update(table: string, rows: number, total: number): void {
    const step = Math.floor((Math.min(rows, total) / Math.max(total, 1)) * steps);
    const current = this.isTerminal ? `${table} ${rows}` : `${table} ${step}`;
    if (rows === 0 || current === this.last) return;
    this.last = current;
    const number = new Intl.NumberFormat('en');
    const text = `${table}: ${number.format(rows)} of ${number.format(total)} rows`;
    process.stderr.write(this.isTerminal ? `${clearLine}${text}` : `${text}\n`);
    this.isShown = this.isTerminal;
  }

  /** Prints a line, and replaces the changing line by it. */
  print(line: string): void {
    this.stop();
    process.stderr.write(`${line}\n`);
  }

  /** Removes the changing line. */
  stop(): void {
    if (this.isShown) process.stderr.write(clearLine);
    this.isShown = false;
  }
}
