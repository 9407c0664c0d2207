import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Maximum requests that are dispatched in an event-loop iteration in which the server accepts a connection, except for the first one. */
export const maxWhileConnecting = 8;

/**
 * Limits the requests per event-loop iteration while new connections arrive. libuv accepts one connection per iteration, so long
 * iterations delay new clients (docs/decisions/0007-http-edge.md). The requests beyond `maxWhileConnecting` wait for the next iteration,
 * in the order of their arrival. The first connection begins the limit. The first iteration in which none is accepted dispatches all that
 * wait, and ends it. An iteration is the time between two calls of `setImmediate`.
 * @param server server that does not listen yet
 * @returns a function that handles a request now or in a later iteration
 */
export function limitDispatches(server: Server, handle: RequestHandler): RequestHandler {
  const waiting: Parameters<RequestHandler>[] = [];
  let dispatched = 0;
  /** Whether a connection was accepted in the present iteration. */
  let isConnecting = false;
  /** Whether the limit applies, and the next iteration is scheduled. */
  let isActive = false;

  function startIteration(): void {
    const limit = isConnecting ? maxWhileConnecting : Infinity;
    dispatched = 0;
    isActive = isConnecting;
    isConnecting = false;
    while (waiting.length > 0 && dispatched < limit) {
      const [request, response] = waiting.shift()!;
      // The client has disconnected, or Node's parser has refused the body, and the response was sent.
      if (!request.socket.writable || response.headersSent) continue;
      dispatched += 1;
      handle(request, response);
    }
    // If no further connection arrives, the next iteration dispatches all that wait, and ends the limit.
    if (isActive) setImmediate(startIteration);
  }

  server.on('connection', () => {
    isConnecting = true;
    if (isActive) return;
    isActive = true;
    dispatched = 0;
    setImmediate(startIteration);
  });
  return (request, response) => {
    if (isActive) {
      if (waiting.length > 0 || dispatched >= maxWhileConnecting) return void waiting.push([request, response]);
      dispatched += 1;
    }
    handle(request, response);
  };
}
