import { constants, fstatSync, openSync } from 'node:fs';

const standardOutput = 1;

/** Keeps the process alive when standard output or standard error fails: a stream without a listener throws its errors. */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/**
 * A descriptor of standard output whose writes fail with EAGAIN, instead of blocking the process, while a pipe or a socket
 * is full. Node sets O_NONBLOCK when it creates `process.stdout`. Processes that share the pipe share that flag, and every
 * `spawn` that hands it on clears it (npm's does), so a pipe is opened once more where the system can.
 */
export function openStandardOutput(): number {
  void process.stdout;
  if (!fstatSync(standardOutput).isFIFO()) return standardOutput;
  try {
    return openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // No /proc (macOS), or a pipe of another user.
    return standardOutput;
  }
}
