/** Message of a request's log line; no other line has it. */
export const requestMessage = 'request';

/** Fields of a request's log line. From the client, it contains only ids of a checked form. */
export interface RequestLine {
  readonly requestId: string;
  readonly method: string | undefined;
  /** The route template, `unmatched` or `unparsed`; never the path itself. */
  readonly route: string;
  /** Undefined if the client disconnected before there was a response. */
  readonly status: number | undefined;
  /** Code of the Error body. */
  readonly code: string | undefined;
  /** Milliseconds from the request's head to the end of the response. */
  readonly duration: number | undefined;
  /** Undefined with LOG_CLIENT_ADDRESS=off. The peer's, which may be a proxy, if the request could not be parsed. */
  readonly client: string | undefined;
  /** Public id of the API key. */
  readonly apiKey: string | undefined;
  /** From a valid `traceparent`. */
  readonly traceId: string | undefined;
  readonly parentId: string | undefined;
  /** True if the client disconnected before the end of the response. */
  readonly aborted: true | undefined;
}
