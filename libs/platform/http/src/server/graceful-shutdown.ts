import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { openSocketsOf } from './connection.ts';
import { currentResponse } from './node-internals.ts';

/** Milliseconds for which idle connections stay open, so that a request on its way still gets a response. */
const idleGracePeriod = 1_000;

/** Milliseconds between two attempts to close idle connections after `idleGracePeriod`. */
const idleCheckInterval = 100;

/** The listener is closed after `quietIterations` event-loop iterations without a new connection, or after `maxIterations`. */
const quietIterations = 3;
const maxIterations = 100;

const nextIteration = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Stops a server without aborting requests. */
export class GracefulShutdown {
  private readonly sockets: ReadonlySet<Socket>;
  private accepted = 0;

  /** @param server server that does not listen yet, so that every connection is counted */
  constructor(private readonly server: Server) {
    this.sockets = openSocketsOf(server);
    server.on('connection', () => (this.accepted += 1));
  }

  /**
   * Closes the listener, responds to the requests in flight with `Connection: close`, and closes idle connections. Makes the
   * server emit `stopping`.
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
    // After the loop, so that the responses that it ends have `Connection: close`.
    this.server.emit('stopping');
    // `close` of http.Server would also destroy idle connections immediately. A client may be sending a request on one.
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
    // Aborted responses emit `close` after the server does, and their log lines are written then.
    while (this.sockets.size > 0) await nextIteration();
    await nextIteration();
    return destroyed;
  }

  /**
   * Waits until Node has accepted the connections that the system has already established, because closing the listener would
   * reset them. Node accepts one per event-loop iteration, so iterations without a new connection mean that none is pending.
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
