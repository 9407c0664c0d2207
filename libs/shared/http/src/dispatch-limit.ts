import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Handles a request that a server has received. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Maximum requests that are dispatched in an event-loop iteration in which the server accepts a connection. */
export const maxWhileConnecting = 8;

/**
 * Limits the requests per event-loop iteration while new connections arrive. libuv accepts one connection per iteration, so
 * long iterations delay new clients: without this limit, 900 busy clients delayed a new client by 10 s. While connections
 * arrive, an iteration dispatches `maxWhileConnecting` requests. The others wait for the next iteration, in the order of their
 * arrival. Requests whose client disconnects meanwhile are dropped.
 */
export class DispatchLimit {
  /** Whether the limit applies, because a connection was accepted or requests wait. */
  private isActive = false;
  private readonly waiting: Parameters<RequestHandler>[] = [];
  private dispatched = 0;
  private isConnecting = false;
  private isScheduled = false;

  /** @param server server that does not listen yet */
  constructor(
    server: Server,
    private readonly handle: RequestHandler,
  ) {
    server.on('connection', () => {
      this.isConnecting = true;
      this.isActive = true;
      this.schedule();
    });
  }

  /** Handles the request now or in a later iteration. */
  dispatch(request: IncomingMessage, response: ServerResponse): void {
    if (this.isActive) {
      if (this.waiting.length > 0 || this.dispatched >= maxWhileConnecting) {
        return void this.waiting.push([request, response]);
      }
      this.dispatched += 1;
    }
    this.handle(request, response);
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => this.startIteration());
  }

  private startIteration(): void {
    this.isScheduled = false;
    this.dispatched = 0;
    const limit = this.isConnecting ? maxWhileConnecting : Infinity;
    this.isActive = this.isConnecting;
    this.isConnecting = false;
    while (this.waiting.length > 0 && this.dispatched < limit) {
      const [request, response] = this.waiting.shift()!;
      if (!request.socket.writable) continue;
      this.dispatched += 1;
      this.handle(request, response);
    }
    // The next iteration ends the limit if no further connection arrives.
    if (this.isActive) this.schedule();
  }
}
