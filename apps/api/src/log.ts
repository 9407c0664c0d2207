import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import type { LogLevel } from './settings.ts';

export type Log = Logger;

/** Of a statement that failed: what it was sent, and the row it failed on. They hold clients' words, which no log keeps. */
export const redact = { paths: ['err.parameters', 'err.detail', 'err.driverError'], remove: true };

/** One JSON line per event; in a terminal, a line for people. */
export async function createLog(level: LogLevel): Promise<Log> {
  if (!process.stdout.isTTY) {
    const formatters = { level: (label: string) => ({ level: label }) };
    return pino({ level, base: null, redact, formatters, timestamp: pino.stdTimeFunctions.isoTime });
  }
  const { default: pretty } = await import('pino-pretty');
  return pino(
    { level, base: null, redact },
    pretty({ sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' }),
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
