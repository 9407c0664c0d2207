import { EventEmitter, once } from 'node:events';
import { logTo } from '@petstore/telemetry/log/create-log';
import type { Log } from '@petstore/telemetry/log/log';
import { requestMessage, type RequestLine } from '@petstore/telemetry/log/request-line';

interface LogLine extends Partial<RequestLine> {
  readonly level: string;
  readonly msg: string;
  readonly err?: { readonly message: string };
}

/** A log that writes nowhere and remembers its lines. */
export class CapturedLog {
  readonly lines: LogLine[] = [];
  /** All of it, as it would have been written. */
  text = '';

  readonly log: Log = logTo({ write: (text) => this.take(text) }, 'debug');
  private readonly ended = new EventEmitter();

  /** What was said of a request beside its own line, by the id that its answer bore. */
  of(requestId: string | undefined): LogLine[] {
    return this.lines.filter(
      (line) => requestId !== undefined && line.requestId === requestId && line.msg !== requestMessage,
    );
  }

  /** The request's own line, as soon as it is over: that may be a moment after its client has the answer. */
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
