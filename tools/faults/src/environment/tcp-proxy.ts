import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** An address that leads to one server now and to another later, as a name or a floating address does. */
export class TcpProxy {
  private readonly server = createServer((client) => this.join(client));
  private readonly sockets = new Set<Socket>();

  private constructor(private path: string) {}

  /** @param path the Unix socket that it leads to */
  static async to(path: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(path);
    await once(proxy.server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** For whoever connects from now on; those connected before are let go. */
  leadTo(path: string): void {
    this.path = path;
    this.letGo();
  }

  /** Drops what the open connections send, and does not close them, as a firewall does. New connections work. */
  dropPackets(): void {
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  close(): void {
    this.server.close();
    this.letGo();
  }

  private letGo(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private join(client: Socket): void {
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
