const clearLine = '\r\u001b[K';

/** Reports the progress on standard error: in one changing line on a terminal, else in lines. */
export class Progress {
  private readonly isTerminal = process.stderr.isTTY === true;
  private readonly started = Date.now();
  private last = '';

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

function elapsed(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}
