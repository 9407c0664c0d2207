import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { HttpResponse } from './http-response.ts';

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
}

/** An HTTP client that reuses connections. It sends methods, paths and headers unchanged. */
export class KeepAliveClient {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(private readonly port: number) {}

  send({ method, path, headers, body }: Request): Promise<HttpResponse> {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const options = { host: '127.0.0.1', port: this.port, agent: this.agent, method, path };
    return new Promise((resolve, reject) => {
      request({ ...options, headers: { ...headers, ...length } })
        .on('response', (response) => {
          const [status, received] = [response.statusCode ?? 0, response.headers as Record<string, string>];
          text(response).then((body) => resolve({ status, headers: received, text: body }), reject);
        })
        .on('error', reject)
        .end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
