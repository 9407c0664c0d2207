import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import type { ListenAddress } from '../config.ts';
import { ApiError } from '../http/api-error.ts';
import { errorCatalogue } from '../http/error-catalogue.ts';
import { sendError } from '../http/error.response.ts';
import { maxMetricsConnections } from '../http/connection-limit.ts';
import { createHttpServer, type ConnectionLimits } from '../http/http-server.ts';
import { openSocketsOf } from '../http/open-sockets.ts';
import { listen } from '../listen.ts';
import { measureLog } from './log-metrics.ts';
import { measurePool } from './pool-metrics.ts';
import { measureProcess } from './process-metrics.ts';
import { measureRequests } from './request-metrics.ts';

export const metricsPath = '/metrics';

/** All that is measured of the service, and the listener of its own where Prometheus asks for it. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly listener: Server;
  private readonly sockets: ReadonlySet<Socket>;
  private readonly stopMeasuring: () => void;

  constructor(server: Server, dataSource: DataSource, limits: ConnectionLimits, droppedLogLines: () => number) {
    this.listener = createHttpServer({ ...limits, maxConnections: maxMetricsConnections }, (request, response) =>
      this.answer(request, response).catch(() => {
        sendError(response, new ApiError('internal_error', errorCatalogue.internal_error.meaning));
      }),
    );
    this.sockets = openSocketsOf(this.listener);
    measureProcess(this.registry);
    measureLog(droppedLogLines, this.registry);
    measureRequests(server, this.registry);
    this.stopMeasuring = measurePool(dataSource, this.registry);
  }

  /**
   * @returns what to tell Prometheus
   * @throws OperatorError
   */
  async listen(address: ListenAddress): Promise<string> {
    return (await listen(this.listener, address, 'METRICS_HOST and METRICS_PORT')) + metricsPath;
  }

  async close(): Promise<void> {
    this.stopMeasuring();
    const closed = once(this.listener.close(), 'close');
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private async answer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (url?.split('?')[0] !== metricsPath) {
      return sendError(response, new ApiError('route_not_found', errorCatalogue.route_not_found.meaning));
    }
    if (method !== 'GET' && method !== 'HEAD') {
      const headers = { Allow: 'GET, HEAD' };
      return sendError(response, new ApiError('method_not_allowed', 'Metrics are only to be read.', headers));
    }
    const text = await this.registry.metrics();
    const headers = { 'Content-Type': this.registry.contentType, 'Content-Length': Buffer.byteLength(text) };
    response.writeHead(200, headers).end(text);
  }
}
