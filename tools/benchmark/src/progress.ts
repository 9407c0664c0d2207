/** Moves the cursor to the start of the terminal line and clears the line. */
const clearLine = '\r\u001b[K';

/** Writes the progress to standard error. On a terminal, each message replaces the one before. */
export class Progress {
  private readonly isTerminal = process.stderr.isTTY === true;
  private readonly started = Date.now();
  private last = '';

  /** Writes the elapsed time and the message, unless it is the last message again. */
  report(message: string): void {
    if (message === this.last) return;
    this.last = message;
    const line = `${elapsed(Date.now() - this.started)} ${message}`;
    process.stderr.write(
      this.isTerminal ? `${clearLine}${line.slice(0, (process.stderr.columns ?? 80) - 1)}` : `${line}\n`,
    );
  }

  /** Clears the line on a terminal. */
  end(): void {
    if (this.isTerminal && this.last !== '') process.stderr.write(clearLine);
    this.last = '';
  }
}

/** Formats a time as `mm:ss`. */
function elapsed(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}
