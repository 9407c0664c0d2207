// All uses of members of Node's HTTP connections that its types do not declare are in this file: a new version of Node can change them.
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

/** Returns the response that the connection is sending, or will send next. */
export function currentResponse(socket: Duplex): ServerResponse | undefined {
  return (socket as NodeConnection)._httpMessage ?? undefined;
}

/** Returns the request that the connection's parser parsed last. The parser may not have received all of its body. */
export function incomingRequest(socket: Duplex): IncomingMessage | undefined {
  return (socket as NodeConnection).parser?.incoming ?? undefined;
}

/**
 * Discards the remaining chunks and requests of the TCP segment that Node is parsing. Node has no public way to stop its parser
 * within a segment. The caller must end the connection.
 */
export function ignoreRestOfSegment(socket: Duplex): void {
  const { parser } = socket as NodeConnection;
  const callback = parser?.[onBody];
  if (!parser || callback?.name !== 'parserOnBody') return;
  parser[onBody] = null;
  // Node reuses the parser for another connection after this one has closed, so the callback is restored then. Discarded
  // requests must not make Node reuse it earlier.
  socket.once('close', () => (parser[onBody] = callback));
  // A segment of 64 KiB can contain 3,600 requests, and Node would create a response for each. The parser keeps the last one.
  parser.onIncoming = (request) => {
    (request as { upgrade?: boolean }).upgrade = false;
    request.rawHeaders = [];
    request.url = '';
    return 0;
  };
}

/**
 * Adds to Node's count of output bytes that wait for the connection. Above the high-water mark, Node stops reading requests.
 * @param bytes negative to subtract
 */
export function addPendingOutput(response: ServerResponse, bytes: number): void {
  (response as { _onPendingData?(bytes: number): void })._onPendingData?.(bytes);
}
