const clearLine = '\r\u001b[K';

/** What is being done: one line that changes in a terminal, plain lines elsewhere; on standard error. */
export class Progress {
  private readonly isTerminal = process.stderr.isTTY === true;
  private readonly begun = Date.now();
  private last = '';

  tell(message: string): void {
    if (message === this.last) return;
    this.last = message;
    const line = `${elapsed(Date.now() - this.begun)} ${message}`;
    process.stderr.write(
      this.isTerminal ? `${clearLine}${line.slice(0, (process.stderr.columns ?? 80) - 1)}` : `${line}\n`,
    );
  }

  /** Leaves the terminal's line to whoever writes next. */
  end(): void {
    if (this.isTerminal && this.last !== '') process.stderr.write(clearLine);
    this.last = '';
  }
}

function elapsed(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}
