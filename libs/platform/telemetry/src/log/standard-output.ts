import { constants, fstatSync, openSync } from 'node:fs';

const standardOutput = 1;

/** Keeps the process alive when standard output or standard error fails: a stream without a listener throws its errors. */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/**
 * Returns a descriptor of standard output whose writes fail with EAGAIN while a pipe or a socket is full, instead of blocking
 * the process. Node sets O_NONBLOCK when it creates `process.stdout`. Processes that share the pipe share that flag, and a
 * `spawn` that inherits the pipe clears it (npm's does), so a pipe is opened again where the system allows it.
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
