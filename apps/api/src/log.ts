import type { LoggerService } from '@nestjs/common';
import { escapeControlCharactersInJson, type LogLevel } from '@petstore/settings';
import { pino, type DestinationStream, type Logger } from 'pino';
import { loggedError } from './logging/logged-error.ts';
import { LogDestination } from './logging/log-destination.ts';
import { perTurn } from './logging/per-turn.ts';
import { ignoreOutputErrors, openStandardOutput } from './logging/standard-output.ts';
import { timeOfLine } from './logging/time-of-line.ts';

export type Log = Logger;

/** Milliseconds that the end of the process waits for a reader of the log that is slow. */
const longestFlush = 500;

/** The log on standard output. */
export interface StandardLog {
  readonly log: Log;
  /** How many lines were dropped, since the process began, because they could not be written. */
  readonly droppedLines: () => number;
}

/** One JSON line per event; in a terminal, a line for people. */
export async function createLog(level: LogLevel): Promise<StandardLog> {
  ignoreOutputErrors();
  return process.stdout.isTTY ? terminalLog(level) : jsonLog(level);
}

function jsonLog(level: LogLevel): StandardLog {
  const destination = new LogDestination(openStandardOutput(), (lines) =>
    log.error({ lines }, 'log lines were dropped'),
  );
  const log = logTo(perTurn(destination), level);
  // After the listener of `perTurn`, which hands on the last lines.
  process.on('exit', () => destination.flush(longestFlush));
  return { log, droppedLines: () => destination.droppedLines };
}

async function terminalLog(level: LogLevel): Promise<StandardLog> {
  const { terminalLines } = await import('./logging/terminal.ts');
  const log = logTo(
    terminalLines((text) => void process.stdout.write(text)),
    level,
  );
  return { log, droppedLines: () => 0 };
}

export function logTo(destination: DestinationStream, level: LogLevel): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: timeOfLine,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: loggedError },
      hooks: { streamWrite: escapeControlCharactersInJson },
    },
    destination,
  );
}

/** Nest's own messages: its troubles are ours, its start-up chatter is for debugging. */
export function nestLogger(log: Log): LoggerService {
  return {
    log: (message: unknown) => log.debug(String(message)),
    warn: (message: unknown) => log.warn(String(message)),
    error: (message: unknown, ...details: unknown[]) => log.error({ details }, String(message)),
  };
}
