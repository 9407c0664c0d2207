import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A service with a fake `GET /v1/pets/changes`: its cursors are `cursor-1` for the present, and `cursor-2` after one change, that of
 * the first animal. After that it holds back the response. All other GET requests go to the service behind it.
 */
export class ChangeFeedProxy {
  private readonly server = createServer((request, response) => void this.respond(request, response));

  private constructor(private readonly service: string) {}

  /** @param service `http://127.0.0.1:<port>` */
  static async start(service: string): Promise<ChangeFeedProxy> {
    const proxy = new ChangeFeedProxy(service);
    await once(proxy.server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async respond({ url = '', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(url, this.service);
    const cursor = searchParams.get('cursor');
    const isFeed = pathname === '/v1/pets/changes';
    if (isFeed && cursor === 'cursor-2') return;
    const target = isFeed ? '/v1/pets?limit=1' : url;
    const authorization = headers.authorization ?? '';
    const { status, headers: received, ...rest } = await this.request(target, authorization);
    const next = `</v1/pets/changes?cursor=${cursor === null ? 'cursor-1' : 'cursor-2'}>; rel="next"`;
    const link = isFeed ? next : received.get('Link');
    response.writeHead(status, { 'Content-Type': 'application/json', ...(link && { Link: link }) });
    response.end(isFeed && cursor === null ? '[]' : rest.text);
  }

  private async request(path: string, authorization: string) {
    const response = await fetch(this.service + path, { headers: { Authorization: authorization } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
}
