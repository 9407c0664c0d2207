import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Handles a request that a server has received. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Requests that are dispatched in an iteration of the event loop in which a connection was accepted. */
export const maxWhileConnecting = 8;

/**
 * Limits the requests that delay new connections. libuv accepts one connection per iteration of the event loop, and the more
 * requests an iteration dispatches, the longer it takes: 900 clients that sent a request as soon as they had a response kept a
 * new client waiting for 10 s. While connections arrive, an iteration dispatches `maxWhileConnecting` requests, and the others
 * wait for the next one in the order of their arrival. Requests whose client disconnects meanwhile are dropped.
 */
export class DispatchLimit {
  /** Whether requests must be dispatched by `dispatch`: a connection was accepted, or requests wait. */
  private isActive = false;
  private readonly waiting: Parameters<RequestHandler>[] = [];
  private dispatched = 0;
  private isConnecting = false;
  private isScheduled = false;

  /** @param server not yet listening */
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
    // The limit ends with the next iteration.
    if (this.isActive) this.schedule();
  }
}
