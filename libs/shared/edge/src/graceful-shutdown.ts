import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { latestResponse } from './connection.ts';
import type { Log } from '@petstore/operations/log';

/** Milliseconds for which idle connections stay open, so that a request on its way still gets a response. */
const idleGracePeriod = 1_000;

/** Milliseconds between two attempts to close connections. */
const checkInterval = 100;

/** Event-loop iterations before the listener is closed. */
const acceptIterations = 100;

const nextIteration = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Stops the server of an application without aborting requests. Nest calls the two methods, and closes the server afterwards. */
export class GracefulShutdown {
  private server!: Server;
  /** The open connections. Node's own list lacks those without a parser, for example after CONNECT. */
  private readonly sockets = new Set<Socket>();

  /**
   * @param serverOf returns the server, which Nest creates after this object
   * @param timeout milliseconds until the connections that are still open are destroyed
   */
  constructor(
    private readonly serverOf: () => Server,
    private readonly timeout: number,
    private readonly log: Log,
  ) {}

  /** The server does not listen yet, so every connection is in `sockets`. */
  onModuleInit(): void {
    this.server = this.serverOf();
    this.server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  /** Closes the listener, responds to requests in progress and to further ones with `Connection: close`, and closes idle connections. */
  async beforeApplicationShutdown(): Promise<void> {
    if (!this.server.listening) return;
    // Closing the listener resets the connections that the system has established and Node has not accepted yet. Node accepts
    // one per event-loop iteration.
    for (let iteration = 0; iteration < acceptIterations; iteration++) await nextIteration();
    const closed = once(this.server, 'close');
    this.server.on('dispatch', (_request: IncomingMessage, response: ServerResponse) => {
      response.setHeader('Connection', 'close');
    });
    // Not a set of the responses in progress, because the garbage collector would keep them longer.
    for (const response of [...this.sockets].map(latestResponse)) {
      if (response && !response.headersSent) response.setHeader('Connection', 'close');
    }
    // `close` of http.Server would also destroy idle connections immediately. A client may be sending a request on one.
    NetServer.prototype.close.call(this.server);
    const closedAt = performance.now();
    const checks = setInterval(() => this.closeConnections(performance.now() - closedAt), checkInterval);
    await closed;
    clearInterval(checks);
    // Aborted responses emit `close` after the server does, and their log lines are written then.
    while (this.sockets.size > 0) await nextIteration();
    await nextIteration();
  }

  /** @param waited milliseconds since the listener was closed */
  private closeConnections(waited: number): void {
    if (waited >= this.timeout) {
      this.log.warn({ connections: this.sockets.size }, 'cut off: they took longer than DRAIN_TIMEOUT');
      for (const socket of this.sockets) socket.destroy();
    } else if (waited >= idleGracePeriod) {
      // Node takes a connection for idle when its response has ended, also if the client has not received all of it yet. A client that
      // receives nothing keeps the idle connections open until the timeout.
      const isSending = [...this.sockets].some(({ writableLength }) => writableLength > 0);
      if (!isSending) this.server.closeIdleConnections();
      // Node takes a connection without a request for a busy one.
      for (const socket of this.sockets) if (socket.bytesRead === 0) socket.destroy();
    }
  }
}
