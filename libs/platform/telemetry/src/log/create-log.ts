import { constants, fstatSync, openSync } from 'node:fs';
import { escapeControlCharactersInJson, type LogLevel } from '@petstore/settings';
import { pino, stdTimeFunctions, type DestinationStream } from 'pino';
import { serializeError } from './error-serializer.ts';
import type { Log } from './log.ts';
import { LogDestination } from './log-destination.ts';
import { batchedDestination } from './tuning/batched-destination.ts';

const standardOutput = 1;

/** Maximum milliseconds for which the exit of the process waits until the last lines are written. */
const maxFlushTime = 500;

export interface LogOptions {
  readonly level: LogLevel;
  /** Whether to use the code that exists only for speed. */
  readonly tuning: boolean;
}

/** The log that writes to standard output. */
export interface StandardLog {
  readonly log: Log;
  /** Returns the number of lines dropped since the start of the process because they could not be written. */
  readonly droppedLines: () => number;
}

/** Creates the log: JSON lines, or readable text if standard output is a terminal. */
export async function createLog(options: LogOptions): Promise<StandardLog> {
  // Without a listener for `error`, an error of the stream would end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return process.stdout.isTTY ? terminalLog(options) : jsonLog(options);
}

function jsonLog(options: LogOptions): StandardLog {
  const destination = new LogDestination(openStandardOutput(), (lines) =>
    log.error({ lines }, 'log lines were dropped'),
  );
  const log = logTo(options.tuning ? batchedDestination(destination) : destination, options.level);
  // Added after the `exit` listener of `batchedDestination`, which first writes its last lines to the destination.
  process.on('exit', () => destination.flush(maxFlushTime));
  return { log, droppedLines: () => destination.droppedLines };
}

async function terminalLog({ level }: LogOptions): Promise<StandardLog> {
  const { terminalDestination } = await import('./terminal-format.ts');
  const destination = terminalDestination((text) => void process.stdout.write(text));
  return { log: logTo(destination, level), droppedLines: () => 0 };
}

/** Creates a log that writes JSON lines to the destination. */
export function logTo(destination: DestinationStream, level: LogLevel): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: serializeError },
      hooks: { streamWrite: escapeControlCharactersInJson },
    },
    destination,
  );
}

/**
 * Returns a descriptor of standard output whose writes fail with EAGAIN while a pipe or a socket is full. Another process that
 * shares a pipe can clear its flag O_NONBLOCK (npm does). Therefore the function opens a pipe again.
 */
function openStandardOutput(): number {
  // Node sets O_NONBLOCK when it creates `process.stdout`.
  void process.stdout;
  if (!fstatSync(standardOutput).isFIFO()) return standardOutput;
  try {
    return openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // The system has no /proc (macOS), or the pipe belongs to another user.
    return standardOutput;
  }
}
