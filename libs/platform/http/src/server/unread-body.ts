import type { IncomingMessage, ServerResponse } from 'node:http';
import { ignoreRestOfSegment } from './chunk-limit.ts';
import type { Connection } from './connection.ts';

/**
 * Closes the connection with a response that is sent before the request was received completely. Otherwise Node would parse
 * and discard the rest.
 */
export function closeAfterUnreadBody(request: IncomingMessage, response: ServerResponse, connection: Connection): void {
  const writeHead = response.writeHead.bind(response) as (...parameters: unknown[]) => ServerResponse;
  response.writeHead = (...parameters: unknown[]) => {
    if (!request.complete) {
      response.shouldKeepAlive = false;
      ignoreRestOfSegment(request.socket);
      connection.stopParsing();
      // Node calls this after the last response.
      request.socket.destroySoon = () => connection.lingeringClose();
    }
    return writeHead(...parameters);
  };
}
