import type { DestinationStream } from 'pino';
import sonicBoom, { type SonicBoom } from 'sonic-boom';

/** Maximum bytes of the buffer for lines that cannot be written. */
export const maxBufferedBytes = 8_000_000;

/** Milliseconds between two attempts to write the buffer. */
const retryInterval = 20;

/**
 * Writes log lines to a file descriptor, never throws, and never blocks while a pipe is full. Buffers the lines while the disk or
 * the pipe is full or has no reader, and tries again. Drops and counts the lines that do not fit into the buffer.
 *
 * pino.destination is not used: it blocks while a pipe is full, and drops all later lines, uncounted, once a pipe has no reader.
 */
export class LogDestination implements DestinationStream {
  /** Number of lines dropped since the start of the process. */
  droppedLines = 0;
  private reportedLines = 0;
  private readonly stream: SonicBoom;
  private failure: NodeJS.ErrnoException | undefined;
  private retry: NodeJS.Timeout | undefined;

  /** @param report gets the number of lines that were dropped, when the buffer is empty again */
  constructor(
    descriptor: number,
    private readonly report: (droppedLines: number) => void,
  ) {
    // Synchronous, because the process could not exit while a thread of an asynchronous write is blocked.
    this.stream = new sonicBoom.SonicBoom({
      fd: descriptor,
      sync: true,
      maxLength: maxBufferedBytes,
      retryEAGAIN: () => false,
    });
    // The stream keeps the bytes that it could not write, and continues with them at the next write.
    this.stream.on('error', (error: NodeJS.ErrnoException) => {
      this.failure = error;
      this.retry ??= setTimeout(() => {
        this.retry = undefined;
        this.writeBuffer();
      }, retryInterval).unref();
    });
    this.stream.on('drop', () => {
      this.droppedLines += 1;
    });
  }

  /** @param line a line with its line feed */
  write(line: string): void {
    this.stream.write(line);
  }

  /**
   * Writes the buffer before the process exits. Blocks while a pipe is full.
   * @param timeout maximum milliseconds
   */
  flush(timeout: number): void {
    const end = performance.now() + timeout;
    while (!this.writeBuffer() && this.failure?.code === 'EAGAIN' && performance.now() < end) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryInterval);
    }
  }

  /** @returns whether the buffer is empty */
  private writeBuffer(): boolean {
    this.failure = undefined;
    this.stream.write('');
    if (this.failure) return false;
    const unreported = this.droppedLines - this.reportedLines;
    this.reportedLines = this.droppedLines;
    if (unreported > 0) this.report(unreported);
    return true;
  }
}
