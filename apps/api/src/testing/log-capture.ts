import { EventEmitter, once } from 'node:events';
import { type Log, logTo } from '@petstore/operations/log';
import { requestMessage } from '@petstore/http/monitoring/access-log';

/** A parsed line of the log. */
export interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly err?: { readonly message: string };
  readonly requestId?: string;
  readonly status?: number;
  readonly code?: string;
  readonly duration?: number;
  readonly client?: string;
  readonly traceId?: string;
  readonly parentId?: string;
  readonly aborted?: true;
}

/** A log whose lines are kept in memory. */
export class LogCapture {
  readonly lines: LogLine[] = [];
  /** All lines as JSON text. */
  text = '';

  readonly log: Log = logTo({ write: (text) => this.record(text) }, 'debug');
  /** Emits the id of a request when its access-log line was written. */
  private readonly requestLogged = new EventEmitter();

  /** Returns the lines of a request without its access-log line. */
  otherLinesOf(requestId: string | undefined): LogLine[] {
    return this.lines.filter(
      (line) => requestId !== undefined && line.requestId === requestId && line.msg !== requestMessage,
    );
  }

  /** Waits for the access-log line of a request and returns it. The service can write it after the client has the response. */
  async accessLogLineOf(requestId: string | undefined): Promise<LogLine> {
    const written = this.lines.find((line) => line.msg === requestMessage && line.requestId === requestId);
    return written ?? ((await once(this.requestLogged, String(requestId))) as [LogLine])[0];
  }

  private record(text: string): void {
    const line = JSON.parse(text) as LogLine;
    this.text += text;
    this.lines.push(line);
    if (line.msg === requestMessage) this.requestLogged.emit(String(line.requestId), line);
  }
}
