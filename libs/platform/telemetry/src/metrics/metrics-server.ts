import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { IsSecret } from '@petstore/http/context/request-context';
import { sendError } from '@petstore/http/response/error-body';
import { platformErrors } from '@petstore/http/response/platform-errors';
import { RequestError } from '@petstore/http/response/request-error';
import { maxMetricsConnections } from '@petstore/http/server/connection-limit';
import { createHttpServer, type ConnectionLimits } from '@petstore/http/server/http-server';
import { listen, type ListenAddress } from '@petstore/http/server/listen';
import { openSocketsOf } from '@petstore/http/server/connection';
import { Registry } from 'prom-client';
import type { GaugeSource } from './gauge-source.ts';
import { observeGauges } from './observe-gauges.ts';
import { observePool, type PoolMetricsSource } from './pool-metrics.ts';
import { observeProcess } from './process-metrics.ts';
import { observeHttp, type HttpMetricsOptions } from './request-metrics.ts';

export const metricsPath = '/metrics';

export interface MetricsOptions extends HttpMetricsOptions {
  readonly limits: ConnectionLimits;
  readonly isSecret: IsSecret;
  /** Version of the service. */
  readonly version: string;
  /** Providers of the application that have gauges. */
  readonly gaugeSources: readonly GaugeSource[];
  /** Undefined if the service has no connection pool. */
  readonly pool?: PoolMetricsSource;
  /** Returns the number of lines that the log has dropped since the start of the process. */
  readonly droppedLogLines: () => number;
}

/** Measures a server, its database pool, its log and its process, and serves the metrics to Prometheus on a separate port. */
export class MetricsServer {
  private readonly registry = new Registry();
  private readonly listener: Server;
  private readonly sockets: ReadonlySet<Socket>;
  private readonly stopMeasuring: () => void;

  constructor(server: Server, options: MetricsOptions) {
    const { limits, isSecret, version, gaugeSources, pool, droppedLogLines } = options;
    const receive = (request: IncomingMessage, response: ServerResponse) =>
      this.respond(request, response).catch(() => {
        sendError(response, new RequestError(platformErrors.internal_error));
      });
    this.listener = createHttpServer({ ...limits, maxConnections: maxMetricsConnections }, receive, { isSecret });
    this.sockets = openSocketsOf(this.listener);
    observeProcess(version, droppedLogLines, this.registry);
    observeHttp(server, options, this.registry);
    observeGauges(gaugeSources, this.registry);
    this.stopMeasuring = pool ? observePool(pool, this.registry) : () => undefined;
  }

  /**
   * @returns the URL that Prometheus scrapes
   * @throws OperatorError if the server cannot listen on the address
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

  private async respond({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (url?.split('?')[0] !== metricsPath) {
      return sendError(response, new RequestError(platformErrors.route_not_found));
    }
    if (method !== 'GET' && method !== 'HEAD') {
      const message = 'Metrics can only be read.';
      return sendError(response, new RequestError(platformErrors.method_not_allowed, message, { Allow: 'GET, HEAD' }));
    }
    const text = await this.registry.metrics();
    const headers = { 'Content-Type': this.registry.contentType, 'Content-Length': Buffer.byteLength(text) };
    response.writeHead(200, headers).end(text);
  }
}
