import type { DestinationStream } from 'pino';
import sonicBoom, { type SonicBoom } from 'sonic-boom';

/** Maximum bytes of the buffer for lines that cannot be written. */
export const maxBufferedBytes = 8_000_000;

/** Milliseconds between two attempts to write the buffer. */
const retryInterval = 20;

/**
 * Writes log lines to a file descriptor. If a write fails, it buffers the lines and tries again. A write fails if the disk or
 * the pipe is full, or if the reader has closed the pipe. Drops and counts whole lines that do not fit into the buffer. Never
 * throws.
 */
export class LogDestination implements DestinationStream {
  private readonly stream: SonicBoom;
  private dropped = 0;
  /** Number of lines dropped since the last accepted line. After a drop, no line is accepted before the buffer is empty. */
  private gap = 0;
  private failure: NodeJS.ErrnoException | undefined;
  private retry: NodeJS.Timeout | undefined;

  /** @param onGapEnded gets the number of dropped lines when lines are accepted again */
  constructor(
    descriptor: number,
    private readonly onGapEnded: (droppedLines: number) => void,
  ) {
    // Synchronous, because the process could not exit while a thread of an asynchronous write is blocked.
    this.stream = new sonicBoom.SonicBoom({
      fd: descriptor,
      sync: true,
      maxLength: maxBufferedBytes,
      // The default blocks the process while a pipe is full.
      retryEAGAIN: () => false,
    });
    // The stream keeps the bytes that it could not write, and continues with them at the next write.
    this.stream.on('error', (error: NodeJS.ErrnoException) => {
      this.failure = error;
      this.retryLater();
    });
    this.stream.on('drop', (lines: string) => this.drop(lines));
  }

  /** Number of lines dropped since the start of the process. */
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
   * @param timeout maximum milliseconds
   */
  flush(timeout: number): void {
    const deadline = performance.now() + timeout;
    while (!this.writeBuffered() && this.failure?.code === 'EAGAIN' && performance.now() < deadline)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryInterval);
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
