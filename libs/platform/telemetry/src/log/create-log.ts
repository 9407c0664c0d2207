import { escapeControlCharactersInJson, type LogLevel } from '@petstore/settings';
import { pino, stdTimeFunctions, type DestinationStream } from 'pino';
import { serializeError } from './error-serializer.ts';
import type { Log } from './log.ts';
import { LogDestination } from './log-destination.ts';
import { batchedDestination } from './tuning/batched-destination.ts';
import { openStandardOutput } from './standard-output.ts';
import { createTimestamp } from './tuning/timestamp.ts';

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
