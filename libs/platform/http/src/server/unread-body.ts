import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isLengthUnknown } from '../request/message-framing.ts';
import { ignoreRestOfSegment } from './chunk-limit.ts';
import { lingeringClose, stopParsing } from './lingering-close.ts';

/** Bytes of the largest rest of a body that is read and discarded so that the connection can be used again. */
const largestDiscarded = 65_536;

/**
 * Closes the connection with a response that is sent before the request was received completely. Otherwise Node would parse
 * and discard the rest. A short body of known length is cheap to discard and keeps its connection.
 */
export function closeAfterUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  if (!isLengthUnknown(request) && Number(request.headers['content-length'] ?? 0) <= largestDiscarded) return;
  const writeHead = response.writeHead.bind(response) as (...parameters: unknown[]) => ServerResponse;
  response.writeHead = (...parameters: unknown[]) => {
    if (!request.complete) {
      response.shouldKeepAlive = false;
      closeAfterResponse(request.socket);
    }
    return writeHead(...parameters);
  };
}

function closeAfterResponse(socket: Socket): void {
  ignoreRestOfSegment(socket);
  stopParsing(socket);
  // Node calls this after the last response.
  socket.destroySoon = () => lingeringClose(socket);
}
