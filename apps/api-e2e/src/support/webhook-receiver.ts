import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** How a receiver responds to a request. */
export type Behaviour = 'accept' | 'error' | 'busy' | 'redirect' | 'silence' | 'half a response' | 'gone';

/** A request that had a valid signature. */
export interface Arrival {
  /** Header `webhook-id`. */
  readonly webhookId: string;
  /** Time of its end, by `performance.now()`. */
  readonly at: number;
  readonly event: CloudEvent;
  /** How the receiver responded. */
  readonly behaviour: Behaviour;
}

export interface CloudEvent {
  readonly id: string;
  /** Position in the log. */
  readonly sequence: string;
  readonly source: string;
  readonly type: string;
  readonly subject: string;
  readonly data: { readonly pet: { readonly name: string } };
}

/** A receiver of webhooks that records all requests, and verifies each with the package of Standard Webhooks. */
export class WebhookReceiver {
  readonly secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  readonly arrivals: Arrival[] = [];
  /** The text of each arrival. */
  readonly bodies: string[] = [];
  /** Requests without a valid signature, and those that followed a redirect. */
  readonly violations: string[] = [];
  /** Chooses the behaviour for the request of this number, from 0. */
  behaviour: (request: number) => Behaviour = () => 'accept';
  private server: Server | undefined;
  private port = 0;
  private requests = 0;

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** Starts to listen, after the first time on the same port. */
  async start(): Promise<void> {
    const server = createServer((request, response) => void this.receive(request, response));
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  /** Resets all connections and ceases to listen, as if its process was killed. */
  async kill(): Promise<void> {
    const { server } = this;
    await new Promise<unknown>((resolve) => {
      server!.close(resolve);
      server!.closeAllConnections();
    });
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    if (request.url!.replace(/\?.*/, '') !== '/hook') this.violations.push(`${request.method} ${request.url}`);
    const behaviour = this.behaviour(this.requests++);
    const headers = request.headers as Record<string, string>;
    try {
      const event = new Webhook(this.secret).verify(body, headers) as CloudEvent;
      this.bodies.push(body);
      this.arrivals.push({ webhookId: headers['webhook-id']!, at: performance.now(), event, behaviour });
    } catch (error) {
      this.violations.push(String(error));
    }
    respond(behaviour, response);
  }
}

function respond(behaviour: Behaviour, response: ServerResponse): void {
  if (behaviour === 'accept') response.writeHead(204).end();
  else if (behaviour === 'error') response.writeHead(500).end('sorry');
  else if (behaviour === 'gone') response.writeHead(410).end();
  else if (behaviour === 'busy') response.writeHead(429, { 'Retry-After': '2' }).end();
  else if (behaviour === 'redirect') response.writeHead(307, { Location: '/elsewhere' }).end();
  else if (behaviour === 'half a response') {
    response.writeHead(200, { 'Content-Length': '100' }).write('half', () => response.destroy());
  }
}
