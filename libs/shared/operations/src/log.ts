import { constants, fstatSync, openSync } from 'node:fs';
import type { LoggerService } from '@nestjs/common';
import { pino, stdSerializers, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import { escapeControlCharactersInJson } from './escape-control-characters.ts';
import { redactSecrets } from './redact-secrets.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug'] as const;

export type LogLevel = (typeof logLevels)[number];

/** The log: one JSON line per event. */
export type Log = Logger;

/** The log that writes to standard output. */
export interface StandardLog {
  readonly log: Log;
  /** Returns the number of lines dropped since the start of the process because they could not be written. */
  readonly droppedLines: () => number;
}

const standardOutput = 1;

/** Maximum bytes of the lines that wait because standard output is full. */
const maxWaitingBytes = 8_000_000;

/** Milliseconds after a failed write until the waiting lines are written again, if no other line is written before. */
const retryInterval = 100;

/** Maximum milliseconds for which the exit of the process waits for the reader of the last lines. */
const maxFlushTime = 500;

/** Creates the log: JSON lines, or readable text if standard output is a terminal. */
export async function createLog(level: LogLevel): Promise<StandardLog> {
  // Without a listener for `error`, an error of the stream would end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  if (process.stdout.isTTY) return { log: await terminalLog(process.stdout, level), droppedLines: () => 0 };
  let [droppedLines, reportedLines] = [0, 0];
  const destination = pino.destination({
    dest: openStandardOutput(),
    // A thread would use no less CPU, and pino would wait for ever at the exit if the disk became full or the reader ended then.
    sync: true,
    maxLength: maxWaitingBytes,
    // Otherwise pino would sleep while standard output is full.
    retryEAGAIN: () => false,
  });
  const log = logTo(destination, level);
  destination.on('drop', () => (droppedLines += 1));
  // Every line writes the waiting ones first. An empty one does so if no other follows.
  const writeWaitingLines = () => destination.write('');
  let [isFull, isRetrying] = [false, false];
  const retry = ({ code }: NodeJS.ErrnoException) => {
    isFull = code === 'EAGAIN';
    if (isRetrying) return;
    isRetrying = true;
    setTimeout(() => {
      isRetrying = false;
      writeWaitingLines();
    }, retryInterval).unref();
  };
  // Pino's own listener would drop lines without counting them after the reader of a pipe has ended.
  destination.removeAllListeners('error').on('error', retry);
  destination.on('write', () => (isFull = false));
  destination.on('drain', () => {
    if (droppedLines === reportedLines) return;
    const lines = droppedLines - reportedLines;
    reportedLines = droppedLines;
    log.error({ lines }, 'log lines were dropped');
  });
  process.on('exit', () => {
    const end = performance.now() + maxFlushTime;
    while (isFull && performance.now() < end) writeWaitingLines();
  });
  return { log, droppedLines: () => droppedLines };
}

/**
 * Creates a log that writes readable text for a terminal, without ids and addresses, so that a line fits.
 * @param screen gets the text, with colours if it is a terminal that shows them
 */
export async function terminalLog(screen: NodeJS.WritableStream & { isTTY?: boolean }, level: LogLevel): Promise<Log> {
  const { default: pretty } = await import('pino-pretty');
  const stream = pretty({
    destination: screen,
    // Otherwise FORCE_COLOR would give colours to every stream.
    ...(screen.isTTY ? {} : { colorize: false }),
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
    ignore: 'requestId,client,traceId,parentId',
    // Text after a line feed must not look like another line of the log.
    messageFormat: ({ msg }) => String(msg).replaceAll('\n', '\n    '),
  });
  return logTo(stream, level, (line) => showEscapes(escapeControlCharactersInJson(line)));
}

/** Escapes the escapes of control characters in a line of JSON once more, except tabs and line feeds, so that a terminal displays them. */
function showEscapes(line: string): string {
  return line.replace(/\\(.)/g, (escape, character: string) => ('urbf'.includes(character) ? `\\${escape}` : escape));
}

/**
 * Creates a log that writes JSON lines to the destination.
 * @param streamWrite changes each line
 */
export function logTo(
  destination: DestinationStream,
  level: LogLevel,
  streamWrite = escapeControlCharactersInJson,
): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: serializeError },
      hooks: { streamWrite },
    },
    destination,
  );
}

/** Passes the messages of Nest to the log. Nest's level `log` becomes `debug`, because Nest uses it for every module and route. */
export function nestLogger(log: Log): LoggerService {
  return {
    log: (message: unknown) => log.debug(String(message)),
    warn: (message: unknown) => log.warn(String(message)),
    error: (thrown: unknown, ...details: unknown[]) =>
      thrown instanceof Error
        ? log.error({ err: thrown, details }, 'unexpected error')
        : log.error({ details }, String(thrown)),
  };
}

/** Serializes a thrown value. Drops other members, because errors of statements contain values of clients. */
export function serializeError(thrown: unknown): object {
  if (typeof thrown === 'string') return { type: 'string', message: thrown };
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  const { type, message, stack } = stdSerializers.err(thrown);
  const { code, errors } = thrown as { code?: unknown; errors?: unknown };
  return {
    type,
    message: redactSecrets(message),
    ...(typeof code === 'string' && { code }),
    ...(stack !== undefined && { stack: redactSecrets(stack) }),
    ...(Array.isArray(errors) && { errors: errors.map(serializeError) }),
  };
}

/**
 * Returns standard output, in non-blocking mode if possible. Another process that shares a pipe can clear O_NONBLOCK (npm does), so
 * a pipe is reopened through /proc.
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
