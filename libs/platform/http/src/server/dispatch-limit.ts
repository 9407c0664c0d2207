import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/** Requests that are dispatched in an iteration of the event loop in which a connection was accepted. */
export const maxWhileConnecting = 8;

/**
 * Lets new clients in while others send many requests. libuv accepts one connection per iteration of the event loop, and the
 * more requests an iteration dispatches, the longer it takes: 900 clients that sent a request as soon as they had a response
 * kept a new client waiting for 10 s. While connections arrive, an iteration dispatches `maxWhileConnecting` requests, and
 * the others wait for the next one in the order of their arrival. Requests whose client disconnects meanwhile are dropped.
 * @param server not yet listening
 */
export function limitDispatch(server: Server, dispatch: RequestListener): RequestListener {
  const waiting: [request: IncomingMessage, response: ServerResponse][] = [];
  let dispatched = 0;
  let isConnecting = false;
  let limit = Infinity;
  let isScheduled = false;

  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(startIteration);
  };

  const startIteration = () => {
    isScheduled = false;
    dispatched = 0;
    limit = isConnecting ? maxWhileConnecting : Infinity;
    isConnecting = false;
    while (waiting.length > 0 && dispatched < limit) {
      const [request, response] = waiting.shift()!;
      if (!request.socket.writable) continue;
      dispatched += 1;
      dispatch(request, response);
    }
    // The next iteration forgets the connections and requests of this one.
    if (limit !== Infinity) schedule();
  };

  server.on('connection', () => {
    isConnecting = true;
    limit = maxWhileConnecting;
    schedule();
  });

  return (request, response) => {
    if (waiting.length > 0 || dispatched >= limit) return void waiting.push([request, response]);
    if (limit !== Infinity) dispatched += 1;
    dispatch(request, response);
  };
}
