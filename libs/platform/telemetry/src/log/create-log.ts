import { escapeControlCharactersInJson, type LogLevel } from '@petstore/settings';
import { pino, type DestinationStream } from 'pino';
import { serializeError } from './error-serializer.ts';
import type { Log } from './log.ts';
import { LogDestination } from './log-destination.ts';
import { batchedDestination } from './tuning/batched-destination.ts';
import { ignoreOutputErrors, openStandardOutput } from './standard-output.ts';
import { timestamp } from './tuning/timestamp.ts';

/** Milliseconds for which the end of the process waits until a slow reader has taken the last lines. */
const maxFlushTime = 500;

/** The log on standard output. */
export interface StandardLog {
  readonly log: Log;
  /** Number of lines, since the start of the process, that were dropped because they could not be written. */
  readonly droppedLines: () => number;
}

/** Creates the log: JSON lines, or readable text if standard output is a terminal. */
export async function createLog(level: LogLevel): Promise<StandardLog> {
  ignoreOutputErrors();
  return process.stdout.isTTY ? terminalLog(level) : jsonLog(level);
}

function jsonLog(level: LogLevel): StandardLog {
  const destination = new LogDestination(openStandardOutput(), (lines) =>
    log.error({ lines }, 'log lines were dropped'),
  );
  const log = logTo(batchedDestination(destination), level);
  // Registered after the listener of `perTurn`, which writes the last lines to the destination.
  process.on('exit', () => destination.flush(maxFlushTime));
  return { log, droppedLines: () => destination.droppedLines };
}

async function terminalLog(level: LogLevel): Promise<StandardLog> {
  const { terminalDestination } = await import('./terminal-format.ts');
  const log = logTo(
    terminalDestination((text) => void process.stdout.write(text)),
    level,
  );
  return { log, droppedLines: () => 0 };
}

export function logTo(destination: DestinationStream, level: LogLevel): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: timestamp,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: serializeError },
      hooks: { streamWrite: escapeControlCharactersInJson },
    },
    destination,
  );
}
