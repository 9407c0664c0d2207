import type { DestinationStream } from 'pino';
import sonicBoom, { type SonicBoom } from 'sonic-boom';

/** Bytes of lines that wait while they cannot be written; lines beyond it are dropped. */
export const maxBufferedBytes = 8_000_000;

/** Milliseconds between two attempts to write what waits. */
const retryInterval = 20;

/**
 * Writes log lines to a descriptor, at once while that is possible. While it is not (the disk is full, the pipe is full, its
 * reader has gone), it buffers them and tries again; what the buffer cannot hold it drops, by whole lines, and counts.
 * It never throws, and it never blocks if the descriptor does not.
 */
export class LogDestination implements DestinationStream {
  private readonly stream: SonicBoom;
  private dropped = 0;
  /** Lines dropped since lines were last accepted. None is accepted before the buffer is empty: one gap, one report. */
  private gap = 0;
  private failure: NodeJS.ErrnoException | undefined;
  private retry: NodeJS.Timeout | undefined;

  /** @param onGapEnded gets the number of lines that were dropped, as soon as lines are accepted again */
  constructor(
    descriptor: number,
    private readonly onGapEnded: (droppedLines: number) => void,
  ) {
    // Synchronous, because a thread that is blocked in a write would keep the process from ending.
    this.stream = new sonicBoom.SonicBoom({
      fd: descriptor,
      sync: true,
      maxLength: maxBufferedBytes,
      // Otherwise it would sleep while a pipe is full, and the process with it.
      retryEAGAIN: () => false,
    });
    // It keeps what it could not write, and goes on there with the next write.
    this.stream.on('error', (error: NodeJS.ErrnoException) => {
      this.failure = error;
      this.retryLater();
    });
    this.stream.on('drop', (lines: string) => this.drop(lines));
  }

  /** How many lines were dropped since the process began. */
  get droppedLines(): number {
    return this.dropped;
  }

  /** @param lines one or more, whole, each with its line feed */
  write(lines: string): void {
    if (this.gap > 0) this.drop(lines);
    else this.stream.write(lines);
  }

  /**
   * Tries to write all that waits, for the end of the process: blocks it while a pipe is full.
   * @param longest milliseconds
   */
  flush(longest: number): void {
    const deadline = performance.now() + longest;
    while (!this.writeBuffered() && this.failure?.code === 'EAGAIN' && performance.now() < deadline)
      sleep(retryInterval);
  }

  private retryLater(): void {
    this.retry ??= setTimeout(() => {
      this.retry = undefined;
      this.writeBuffered();
    }, retryInterval).unref();
  }

  /** @returns whether nothing waits any more */
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
