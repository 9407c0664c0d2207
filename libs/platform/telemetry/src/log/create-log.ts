import { constants, fstatSync, openSync } from 'node:fs';
import { escapeControlCharactersInJson, type LogLevel } from '@petstore/settings';
import { pino, stdTimeFunctions, type DestinationStream } from 'pino';
import { serializeError } from './error-serializer.ts';
import type { Log } from './log.ts';
import { LogDestination } from './log-destination.ts';
import { batchedDestination } from './tuning/batched-destination.ts';
import { createTimestamp } from './tuning/timestamp.ts';

const standardOutput = 1;

/** Milliseconds that the process waits at its exit until the last lines are written. */
const maxFlushTime = 500;

export interface LogOptions {
  readonly level: LogLevel;
  /** Whether to use what exists only for speed. */
  readonly tuning: boolean;
}

/** The log on standard output. */
export interface StandardLog {
  readonly log: Log;
  /** Returns the number of lines that were dropped since the start because they could not be written. */
  readonly droppedLines: () => number;
}

/** Creates the log: JSON lines, or readable text if standard output is a terminal. */
export async function createLog(options: LogOptions): Promise<StandardLog> {
  // A stream without a listener throws its errors.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return process.stdout.isTTY ? terminalLog(options) : jsonLog(options);
}

function jsonLog(options: LogOptions): StandardLog {
  const destination = new LogDestination(openStandardOutput(), (lines) =>
    log.error({ lines }, 'log lines were dropped'),
  );
  const log = logTo(options.tuning ? batchedDestination(destination) : destination, options);
  // After the listener of `batchedDestination`, which writes the last lines to the destination.
  process.on('exit', () => destination.flush(maxFlushTime));
  return { log, droppedLines: () => destination.droppedLines };
}

async function terminalLog(options: LogOptions): Promise<StandardLog> {
  const { terminalDestination } = await import('./terminal-format.ts');
  const destination = terminalDestination((text) => void process.stdout.write(text));
  return { log: logTo(destination, options), droppedLines: () => 0 };
}

export function logTo(destination: DestinationStream, { level, tuning }: LogOptions): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: tuning ? createTimestamp() : stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: serializeError },
      hooks: { streamWrite: escapeControlCharactersInJson },
    },
    destination,
  );
}

/**
 * Returns a descriptor of standard output whose writes fail with EAGAIN while a pipe or a socket is full. Node sets O_NONBLOCK
 * when it creates `process.stdout`, but other processes that share the pipe can clear it (npm does), so a pipe is opened again.
 */
function openStandardOutput(): number {
  void process.stdout;
  if (!fstatSync(standardOutput).isFIFO()) return standardOutput;
  try {
    return openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // No /proc (macOS), or a pipe of another user.
    return standardOutput;
  }
}
