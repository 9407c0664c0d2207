import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from './settings.ts';
import { harmlessJson } from './logging/harmless.ts';
import { loggedError } from './logging/logged-error.ts';
import { perTurn } from './logging/per-turn.ts';
import { timeOfLine } from './logging/time-of-line.ts';

export type Log = Logger;

/** One JSON line per event; in a terminal, a line for people. */
export async function createLog(level: LogLevel): Promise<Log> {
  if (!process.stdout.isTTY) return logTo(perTurn(pino.destination({ fd: 1, sync: true })), level);
  const { terminalLines } = await import('./logging/terminal.ts');
  return logTo(
    terminalLines((text) => void process.stdout.write(text)),
    level,
  );
}

export function logTo(destination: DestinationStream, level: LogLevel): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: timeOfLine,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: loggedError },
      hooks: { streamWrite: harmlessJson },
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
