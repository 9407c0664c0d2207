import { type Log } from '@petstore/http/log';
import { type RequestLine } from '@petstore/http/access-log';
/** A parsed line of the log. */
export interface LogLine extends Partial<RequestLine> {
    readonly level: string;
    readonly msg: string;
    readonly err?: {
        readonly message: string;
    };
}
/** A log whose lines are kept in memory. */
export declare class LogCapture {
    readonly lines: LogLine[];
    /** All lines as JSON text. */
    text: string;
    readonly log: Log;
    /** Emits the id of a request when its access-log line was written. */
    private readonly requestLogged;
    /** Returns the lines of a request without its access-log line. */
    otherLinesOf(requestId: string | undefined): LogLine[];
    /** Waits for the access-log line of a request and returns it. The service can write it after the client has the response. */
    accessLogLineOf(requestId: string | undefined): Promise<LogLine>;
    private record;
}
//# sourceMappingURL=log-capture.d.ts.map