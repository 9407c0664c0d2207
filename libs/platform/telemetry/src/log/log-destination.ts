import type { DestinationStream } from 'pino';
import sonicBoom, { type SonicBoom } from 'sonic-boom';

/** Bytes of lines that are buffered while they cannot be written. Lines beyond this limit are dropped. */
export const maxBufferedBytes = 8_000_000;

/** Milliseconds between two attempts to write the buffer. */
const retryInterval = 20;

/**
 * Writes log lines to a file descriptor. If a write fails (the disk or the pipe is full, or the reader has closed the pipe),
 * it buffers the lines and tries again. It drops and counts whole lines that do not fit into the buffer. It never throws, and
 * it never blocks if the descriptor does not.
 */
export class LogDestination implements DestinationStream {
  private readonly stream: SonicBoom;
  private dropped = 0;
  /** Lines dropped since lines were last accepted. None is accepted before the buffer is empty, so a gap is reported once. */
  private gap = 0;
  private failure: NodeJS.ErrnoException | undefined;
  private retry: NodeJS.Timeout | undefined;

  /** @param onGapEnded gets the number of dropped lines when lines are accepted again */
  constructor(
    descriptor: number,
    private readonly onGapEnded: (droppedLines: number) => void,
  ) {
    // Synchronous, because a thread that is blocked in a write would keep the process from ending.
    this.stream = new sonicBoom.SonicBoom({
      fd: descriptor,
      sync: true,
      maxLength: maxBufferedBytes,
      // Otherwise it would block the process while a pipe is full.
      retryEAGAIN: () => false,
    });
    // It keeps what it could not write, and continues there with the next write.
    this.stream.on('error', (error: NodeJS.ErrnoException) => {
      this.failure = error;
      this.retryLater();
    });
    this.stream.on('drop', (lines: string) => this.drop(lines));
  }

  /** Lines dropped since the start of the process. */
  get droppedLines(): number {
    return this.dropped;
  }

  /** @param lines one or more whole lines, each with its line feed */
  write(lines: string): void {
    if (this.gap > 0) this.drop(lines);
    else this.stream.write(lines);
  }

  /**
   * Writes the buffer before the process exits. Blocks while a pipe is full.
   * @param timeout milliseconds
   */
  flush(timeout: number): void {
    const deadline = performance.now() + timeout;
    while (!this.writeBuffered() && this.failure?.code === 'EAGAIN' && performance.now() < deadline)
      sleep(retryInterval);
  }

  private retryLater(): void {
    this.retry ??= setTimeout(() => {
      this.retry = undefined;
      this.writeBuffered();
    }, retryInterval).unref();
  }

  /** @returns whether the buffer is empty */
  private writeBuffered(): boolean {
    this.failure = undefined;
    this.stream.write('');
    if (this.failure) return false;
    const droppedLines = this.gap;
    this.gap = 0;
    if (droppedLines > 0) this.onGapEnded(droppedLines);
    return true;
  }

  private drop(lines: string): void {
    const count = lines.split('\n').length - 1;
    this.dropped += count;
    this.gap += count;
    this.retryLater();
  }
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
