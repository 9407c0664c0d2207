import type { IncomingMessage } from 'node:http';

/** Node's parser of a connection, as far as requests are discarded there. */
export interface RequestParser {
  onIncoming?: ((request: IncomingMessage) => number) | null;
}

/**
 * Discards the requests that a connection's parser still finds. One chunk of 64 KiB holds up to 3,600 requests, and Node has
 * no public way to stop its parser within a chunk: it would create and keep a request and a response for each.
 */
export function discardRequests(parser: RequestParser): void {
  parser.onIncoming = (request) => {
    (request as { upgrade?: boolean }).upgrade = false;
    return 0;
  };
}
