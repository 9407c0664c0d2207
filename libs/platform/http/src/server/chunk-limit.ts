import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { discardRequests, type RequestParser } from './discard-requests.ts';

/** Chunks that a body may have: each costs about 1 µs, however small it is, and 64 KiB hold 11,000 of them. */
export const maxChunks = 256;

/** Index of the function that Node's parser calls with each part of a body. */
const onBody = 3;

interface Parser extends RequestParser {
  [onBody]?: { readonly name: string } | null;
}

/**
 * Counts the chunks of a body. The body of a refused request never ends: a listener that reads it would take the chunks before for the whole body.
 * @param refuse is called at most once, with the first chunk beyond `maxChunks`; it must end the connection
 */
export function limitChunks(request: IncomingMessage, refuse: () => void): void {
  let chunks = 0;
  const push = request.push.bind(request);
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk !== null) chunks += 1;
    if (chunks <= maxChunks) return push(chunk, encoding);
    if (chunk !== null && chunks === maxChunks + 1) {
      ignoreRestOfSegment(request.socket);
      refuse();
    }
    return true;
  };
}

/**
 * Stops the calls of JavaScript for the chunks that the segment in work still holds: Node has no public way to stop its
 * parser there. The connection must be ended.
 */
export function ignoreRestOfSegment(socket: Socket): void {
  const { parser } = socket as { parser?: Parser | null };
  const callback = parser?.[onBody];
  if (!parser || callback?.name !== 'parserOnBody') return;
  parser[onBody] = null;
  // Node reuses the parser for another connection when this one has closed. No request may let it do so before.
  socket.once('close', () => (parser[onBody] = callback));
  discardRequests(parser);
}
