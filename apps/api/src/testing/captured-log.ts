import { pino } from 'pino';
import { redact, type Log } from '../log.ts';

interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly requestId?: string;
  readonly client?: string;
  readonly code?: string;
  readonly err?: { readonly message: string };
}

/** A log that writes nowhere and remembers its lines. */
export class CapturedLog {
  readonly lines: LogLine[] = [];

  readonly log: Log = pino(
    { level: 'debug', base: null, redact, formatters: { level: (level) => ({ level }) } },
    { write: (line: string) => void this.lines.push(JSON.parse(line) as LogLine) },
  );

  /** What was said of a request, by the id that its answer bore. */
  of(requestId: string | undefined): LogLine[] {
    return this.lines.filter((line) => requestId !== undefined && line.requestId === requestId);
  }
}
