import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { currentResponse } from './current-response.ts';
import { openSocketsOf } from './open-sockets.ts';

/** Milliseconds that a client between two requests is given to send the next one, and to be told. */
const patience = 1_000;

/** Turns of the event loop without a newcomer until the door is closed, and how many there may be with one. */
const quietTurns = 3;
const mostTurns = 100;

/** How often it is looked whether there is a connection left that nobody needs. */
const pause = 100;

/** Ends what a server does without breaking what its clients do. */
export class GracefulShutdown {
  private readonly sockets: ReadonlySet<Socket>;
  private seen = 0;

  /** @param server not yet listening: every connection has to be seen */
  constructor(private readonly server: Server) {
    this.sockets = openSocketsOf(server);
    server.on('connection', () => (this.seen += 1));
  }

  /**
   * Lets no new connection in, answers what has been asked, and tells each client with its answer to connect elsewhere.
   * @param longest milliseconds until the rest is cut off
   * @returns how many connections that were
   */
  async end(longest: number): Promise<number> {
    await this.acceptThoseWhoWait();
    const closed = once(this.server, 'close');
    this.server.on('dispatch', (_request: IncomingMessage, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
    for (const socket of this.sockets) {
      const current = currentResponse(socket);
      if (current) current.shouldKeepAlive = false;
    }
    // Of http.Server, `close` would also cut idle connections off, perhaps with a request on its way to them.
    NetServer.prototype.close.call(this.server);
    let cutOff = 0;
    const cut = setTimeout(() => {
      cutOff = this.sockets.size;
      for (const socket of this.sockets) socket.destroy();
    }, longest);
    let sweep: NodeJS.Timeout | undefined;
    const start = setTimeout(() => (sweep = setInterval(() => this.closeUnneeded(), pause)), patience);
    await closed;
    for (const timer of [cut, start, sweep]) clearTimeout(timer);
    // Responses that were cut off say so a little later than the server; whoever writes the log hears of them.
    while (this.sockets.size > 0) await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    return cutOff;
  }

  /**
   * The system has let clients in that the process has not seen yet; with the door, they would be thrown out together
   * with what they have sent. Node takes in one a turn of its loop: some turns without any mean that nobody waits.
   */
  private async acceptThoseWhoWait(): Promise<void> {
    for (let quiet = 0, turn = 0; quiet < quietTurns && turn < mostTurns; turn++) {
      const before = this.seen;
      await new Promise((resolve) => setImmediate(resolve));
      quiet = this.seen === before ? quiet + 1 : 0;
    }
  }

  private closeUnneeded(): void {
    this.server.closeIdleConnections();
    for (const socket of this.sockets) if (socket.bytesRead === 0) socket.destroy();
  }
}
