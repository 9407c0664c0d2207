import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy to a server. Can be redirected to another server, as a DNS name or a floating address can. */
export class TcpProxy {
  private readonly server = createServer((client) => this.forward(client));
  private readonly sockets = new Set<Socket>();

  private constructor(private path: string) {}

  /** @param path Unix socket of the server */
  static async start(path: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(path);
    await once(proxy.server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Forwards new connections to another server and closes the existing ones. */
  redirectTo(path: string): void {
    this.path = path;
    this.destroySockets();
  }

  /** Drops the data of open connections without closing them, as a firewall may do. Forwards new connections. */
  dropPackets(): void {
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  close(): void {
    this.server.close();
    this.destroySockets();
  }

  private destroySockets(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private forward(client: Socket): void {
    const server = connect(this.path);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(from);
      from
        .on('error', () => undefined)
        .on('close', () => {
          this.sockets.delete(from);
          to.destroy();
        });
      from.pipe(to);
    }
  }
}
