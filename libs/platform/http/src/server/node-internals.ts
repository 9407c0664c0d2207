// The members of Node's HTTP connections that Node does not document. Every use of them is in this file, because a new version
// of Node can change them.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Index of the function that Node's parser calls with each part of a body. */
const onBody = 3;

interface Parser {
  incoming?: IncomingMessage | null;
  onIncoming?: ((request: IncomingMessage) => number) | null;
  [onBody]?: { readonly name: string } | null;
}

interface NodeConnection extends Duplex {
  readonly parser?: Parser | null;
  readonly _httpMessage?: ServerResponse | null;
}

/** The response that the connection sends or waits for. */
export function currentResponse(socket: Duplex): ServerResponse | undefined {
  return (socket as NodeConnection)._httpMessage ?? undefined;
}

/** The request that the parser of the connection has begun to read, and may not have read completely. */
export function incomingRequest(socket: Duplex): IncomingMessage | undefined {
  return (socket as NodeConnection).parser?.incoming ?? undefined;
}

/** Discards the requests that follow on the connection. */
export function ignoreFurtherRequests(socket: Duplex): void {
  const { parser } = socket as NodeConnection;
  if (parser?.onIncoming) discardRequests(parser);
  else socket.destroy();
}

/**
 * Discards the chunks and requests that the segment that Node parses still holds. Node has no public way to stop its parser
 * within a segment. The caller must end the connection.
 */
export function ignoreRestOfSegment(socket: Duplex): void {
  const { parser } = socket as NodeConnection;
  const callback = parser?.[onBody];
  if (!parser || callback?.name !== 'parserOnBody') return;
  parser[onBody] = null;
  // Node reuses the parser for another connection when this one has closed. No request may let it do so before.
  socket.once('close', () => (parser[onBody] = callback));
  discardRequests(parser);
}

/** One segment of 64 KiB holds up to 3,600 requests: Node would create and keep a request and a response for each. */
function discardRequests(parser: Parser): void {
  parser.onIncoming = (request) => {
    (request as { upgrade?: boolean }).upgrade = false;
    return 0;
  };
}

/** Changes the size of the output that waits for the connection. Above the high-water mark, Node stops reading requests. */
export function addPendingOutput(response: ServerResponse, bytes: number): void {
  (response as { _onPendingData?(bytes: number): void })._onPendingData?.(bytes);
}
