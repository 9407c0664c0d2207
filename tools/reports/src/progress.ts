/** Moves the cursor to the start of the terminal line and clears the line. */
const clearLine = '\r\u001b[K';

/** Milliseconds between two updates of the elapsed time. */
const tickInterval = 1_000;

/** A stream such as `process.stderr`. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/**
 * Writes what a program does, with the elapsed time. On a terminal, one line shows the last message, and its time advances.
 * Elsewhere, each step is a line.
 */
export class Progress {
  private readonly isTerminal: boolean;
  private readonly started = Date.now();
  private last = '';
  private ticking: NodeJS.Timeout | undefined;

  /** @param output default: standard error */
  constructor(private readonly output: Output = process.stderr) {
    this.isTerminal = output.isTTY === true;
  }

  /** Writes the elapsed time and the message, unless it is the last message again. */
  report(message: string): void {
    if (message === this.last) return;
    this.last = message;
    if (this.isTerminal) this.show();
    else this.output.write(`${this.line()}\n`);
  }

  /** On a terminal, replaces the last message. Elsewhere, writes nothing: for messages that change often. */
  update(message: string): void {
    if (!this.isTerminal) return;
    this.last = message;
    this.show();
  }

  /** Writes a line to standard output, above the message on a terminal. */
  print(text: string): void {
    if (this.isTerminal) this.output.write(clearLine);
    process.stdout.write(`${text}\n`);
    if (this.isTerminal && this.last !== '') this.show();
  }

  /** Clears the line on a terminal. */
  end(): void {
    clearInterval(this.ticking);
    this.ticking = undefined;
    if (this.isTerminal && this.last !== '') this.output.write(clearLine);
    this.last = '';
  }

  private show(): void {
    this.output.write(clearLine + this.line().slice(0, (this.output.columns || 80) - 1));
    this.ticking ??= setInterval(() => this.show(), tickInterval).unref();
  }

  private line(): string {
    return `${elapsed(Date.now() - this.started)} ${this.last}`;
  }
}

/** Formats a time as `mm:ss`. */
function elapsed(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}
