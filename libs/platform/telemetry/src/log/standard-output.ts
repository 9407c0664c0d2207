import { constants, fstatSync, openSync } from 'node:fs';

const standardOutput = 1;

/**
 * Returns a descriptor of standard output whose writes fail with EAGAIN while a pipe or a socket is full. Node sets O_NONBLOCK
 * when it creates `process.stdout`, but other processes that share the pipe can clear it (npm does), so a pipe is opened again.
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
