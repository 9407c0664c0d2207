import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { BeforeApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import { openSocketsOf } from './connection.ts';
import type { Log } from './log.ts';
import { currentResponse } from './node-internals.ts';

/** Milliseconds for which idle connections stay open, so that a request on its way still gets a response. */
const idleGracePeriod = 1_000;

/** Milliseconds between two attempts to close idle connections after `idleGracePeriod`. */
const idleCheckInterval = 100;

/** The listener is closed after `quietIterations` event-loop iterations without a new connection, or after `maxIterations`. */
const quietIterations = 3;
const maxIterations = 100;

const nextIteration = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Stops the server of the application without aborting requests, before Nest closes it. */
export class GracefulShutdown implements OnModuleInit, BeforeApplicationShutdown {
  private server!: Server;
  private sockets!: ReadonlySet<Socket>;
  private accepted = 0;

  /** @param timeout milliseconds until the connections that are still open are destroyed */
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly timeout: number,
    private readonly log: Log,
  ) {}

  /** The server does not listen yet, so every connection is counted. */
  onModuleInit(): void {
    this.server = this.adapterHost.httpAdapter.getHttpServer() as Server;
    this.sockets = openSocketsOf(this.server);
    this.server.on('connection', () => (this.accepted += 1));
  }

  /**
   * Closes the listener, responds to the requests in flight with `Connection: close`, and closes idle connections.
   */
  async beforeApplicationShutdown(): Promise<void> {
    if (!this.server.listening) return;
    await this.acceptPendingConnections();
    const closed = once(this.server, 'close');
    this.server.on('dispatch', (_request: IncomingMessage, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
    for (const socket of this.sockets) {
      const current = currentResponse(socket);
      if (current) current.shouldKeepAlive = false;
    }
    // `close` of http.Server would also destroy idle connections immediately. A client may be sending a request on one.
    NetServer.prototype.close.call(this.server);
    let destroyed = 0;
    const destroy = setTimeout(() => {
      destroyed = this.sockets.size;
      for (const socket of this.sockets) socket.destroy();
    }, this.timeout);
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
    if (destroyed > 0) this.log.warn({ connections: destroyed }, 'cut off: they took longer than DRAIN_TIMEOUT');
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
