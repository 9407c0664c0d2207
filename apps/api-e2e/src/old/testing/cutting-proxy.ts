import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const endOfHead = '\r\n\r\n';

/** A TCP proxy to the service that can close connections in the middle of a body. */
export class CuttingProxy {
  /** Number of responses with a body that the proxy has cut. */
  cuts = 0;

  /** Decides by the request, its line and headers, whether the proxy cuts the body of the response. */
  isCut: (request: string) => boolean = () => false;

  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((client) => this.forward(client));

  private constructor(private readonly port: number) {}

  /** @param service `http://127.0.0.1:<port>` */
  static async start(service: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(Number(new URL(service).port));
    await once(proxy.server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  stop(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private forward(client: Socket): void {
    const service = connect(this.port, '127.0.0.1');
    for (const [one, other] of [
      [client, service],
      [service, client],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
    }
    let isCut = false;
    let response = Buffer.alloc(0);
    client.on('data', (request: Buffer) => {
      isCut = this.isCut(request.toString('latin1'));
      response = Buffer.alloc(0);
      service.write(request);
    });
    service.on('data', (chunk: Buffer) => {
      if (!isCut) return void client.write(chunk);
      response = Buffer.concat([response, chunk]);
      const head = response.indexOf(endOfHead);
      const body = head + endOfHead.length;
      // The first byte of the body shows that the client has a part of it.
      if (head < 0 || response.length < body + 2) return;
      this.cuts += 1;
      service.removeAllListeners('data').destroy();
      client.end(response.subarray(0, body + 1));
    });
  }
}
