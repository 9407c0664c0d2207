import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { register } from 'prom-client';
import { maxMetricsConnections } from './settings/connection-limit.ts';
import { listen, type ListenAddress } from './listen.ts';

const metricsPath = '/metrics';

/** Milliseconds. Prometheus sends its request as soon as it is connected, so a slower client is not Prometheus. */
const listenerTimeouts = { headersTimeout: 1_000, requestTimeout: 1_000, connectionsCheckingInterval: 250 };

/** Milliseconds without a byte until a connection is closed, for clients that do not read. A collection waits up to 1 s for the database. */
const idleTimeout = 3_000;

/** Milliseconds for which collected metrics are cached, because a collection occupies the process for about 3 ms. */
const collectionValidity = 1_000;

/**
 * Serves the metrics of the process to Prometheus on a port of their own.
 * @param report gets the URL
 * @throws OperatorError if the port cannot be used
 */
export async function serveMetrics(address: ListenAddress, report: (url: string) => void): Promise<Server> {
  // A collection serves all scrapes that arrive during it and in the second after it.
  let collection: Promise<string> | undefined;
  const forget = () => (collection = undefined);
  const listener = createServer(listenerTimeouts, ({ method = '', url }, response) => {
    response.setHeader('Connection', 'close');
    if (url?.split('?')[0] !== metricsPath) return void response.writeHead(404).end();
    if (method !== 'GET' && method !== 'HEAD') return void response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    collection ??= register.metrics().finally(() => setTimeout(forget, collectionValidity).unref());
    collection.then(
      (text) => response.writeHead(200, { 'Content-Type': register.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  listener.timeout = idleTimeout;
  limitConnections(listener);
  report((await listen(listener, address, 'METRICS_')) + metricsPath);
  return listener;
}

/**
 * Closes the oldest connection when there are too many. `maxConnections` would refuse the newest one, so that clients that hold
 * connections open could keep Prometheus out.
 */
function limitConnections(listener: Server): void {
  const connections = new Set<Socket>();
  listener.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    if (connections.size <= maxMetricsConnections) return;
    const [oldest] = connections;
    connections.delete(oldest!);
    oldest!.destroy();
  });
}
