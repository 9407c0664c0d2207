import { EventEmitter, once } from 'node:events';
import { logTo } from '@petstore/telemetry/log/create-log';
import type { Log } from '@petstore/telemetry/log/log';
import { requestMessage, type RequestLine } from '@petstore/telemetry/log/request-line';

/** A parsed line of the log. */
export interface LogLine extends Partial<RequestLine> {
  readonly level: string;
  readonly msg: string;
  readonly err?: { readonly message: string };
}

/** Keeps the lines of a log in memory. */
export class LogCapture {
  readonly lines: LogLine[] = [];
  /** All lines as they would have been written. */
  text = '';

  readonly log: Log = logTo({ write: (text) => this.take(text) }, { level: 'debug', tuning: true });
  private readonly ended = new EventEmitter();

  /** Returns the other lines of a request: all but its access-log line. */
  of(requestId: string | undefined): LogLine[] {
    return this.lines.filter(
      (line) => requestId !== undefined && line.requestId === requestId && line.msg !== requestMessage,
    );
  }

  /** Waits for the access-log line of a request, which can be written after the client has the response. */
  async lineOf(requestId: string | undefined): Promise<LogLine> {
    const written = this.lines.find((line) => line.msg === requestMessage && line.requestId === requestId);
    return written ?? ((await once(this.ended, String(requestId))) as [LogLine])[0];
  }

  private take(text: string): void {
    const line = JSON.parse(text) as LogLine;
    this.text += text;
    this.lines.push(line);
    if (line.msg === requestMessage) this.ended.emit(String(line.requestId), line);
  }
}
