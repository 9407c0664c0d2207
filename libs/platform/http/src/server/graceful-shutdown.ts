import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { openSocketsOf } from './connection.ts';
import { currentResponse } from './node-internals.ts';

/** Milliseconds for which idle connections stay open: the response to their next request has `Connection: close`. */
const idleGracePeriod = 1_000;

/** Milliseconds between two searches for idle connections after that. */
const idleCheckInterval = 100;

/** The listener is closed after so many event-loop iterations without a new connection, or after `maxIterations`. */
const quietIterations = 3;
const maxIterations = 100;

const nextIteration = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Stops a server without breaking the requests of clients. */
export class GracefulShutdown {
  private readonly sockets: ReadonlySet<Socket>;
  private accepted = 0;

  /** @param server not yet listening, so that every connection is counted */
  constructor(private readonly server: Server) {
    this.sockets = openSocketsOf(server);
    server.on('connection', () => (this.accepted += 1));
  }

  /**
   * Closes the listener, responds to the requests in flight with `Connection: close`, and closes idle connections.
   * @param timeout milliseconds until the remaining connections are destroyed
   * @returns the number of connections that were destroyed by the timeout
   */
  async shutDown(timeout: number): Promise<number> {
    await this.acceptPendingConnections();
    const closed = once(this.server, 'close');
    this.server.on('dispatch', (_request: IncomingMessage, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
    for (const socket of this.sockets) {
      const current = currentResponse(socket);
      if (current) current.shouldKeepAlive = false;
    }
    // `close` of http.Server would also destroy idle connections, whose client may just be sending a request.
    NetServer.prototype.close.call(this.server);
    let destroyed = 0;
    const destroy = setTimeout(() => {
      destroyed = this.sockets.size;
      for (const socket of this.sockets) socket.destroy();
    }, timeout);
    const idleFrom = performance.now() + idleGracePeriod;
    const idleChecks = setInterval(() => {
      if (performance.now() >= idleFrom) this.closeIdleConnections();
    }, idleCheckInterval);
    await closed;
    clearTimeout(destroy);
    clearInterval(idleChecks);
    // Aborted responses emit `close` after the server. The log must have their lines.
    while (this.sockets.size > 0) await nextIteration();
    await nextIteration();
    return destroyed;
  }

  /**
   * The system has completed connections that Node has not accepted yet. Closing the listener would reset them. Node accepts
   * one per event-loop iteration, so iterations without a new one mean that none is pending.
   */
  private async acceptPendingConnections(): Promise<void> {
    for (let quiet = 0, iteration = 0; quiet < quietIterations && iteration < maxIterations; iteration++) {
      const before = this.accepted;
      await nextIteration();
      quiet = this.accepted === before ? quiet + 1 : 0;
    }
  }

  private closeIdleConnections(): void {
    this.server.closeIdleConnections();
    for (const socket of this.sockets) if (socket.bytesRead === 0) socket.destroy();
  }
}
