/** Message of a request's access-log line. No other line has this message. */
export const requestMessage = 'request';

/** Fields of a request's access-log line. The only values that a client chooses are ids, and their format is validated. */
export interface RequestLine {
  readonly requestId: string;
  readonly method: string | undefined;
  /** The route template, `unmatched` or `unparsed`; never the path itself. */
  readonly route: string;
  /** Undefined if the client disconnected before the response. */
  readonly status: number | undefined;
  /** Code of the Error body. */
  readonly code: string | undefined;
  /** Milliseconds from the dispatch of the request to the end of the response, without `waited`. */
  readonly duration: number | undefined;
  /** Milliseconds for which the response was held back because the client asked for it; undefined if it was not. */
  readonly waited: number | undefined;
  /**
   * IP address of the client; undefined with LOG_CLIENT_ADDRESS=off. If the request could not be parsed, it is the address of
   * the connection's peer, which may be a proxy.
   */
  readonly client: string | undefined;
  /** Public id of the API key. */
  readonly apiKey: string | undefined;
  /** From a valid `traceparent`. */
  readonly traceId: string | undefined;
  readonly parentId: string | undefined;
  /** True if the client disconnected before the end of the response. */
  readonly aborted: true | undefined;
}
