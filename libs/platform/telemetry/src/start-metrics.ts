import type { Server } from 'node:http';
import type { ListenAddress } from '@petstore/http/server/listen';
import type { Logger } from '@petstore/http/server/logger';
import type { MetricsServer, MetricsOptions } from './metrics/metrics-server.ts';

/** Measures the server and serves its metrics. Without an address it does nothing. @throws OperatorError */
export async function startMetrics(
  address: ListenAddress | undefined,
  server: Server,
  options: MetricsOptions,
  logger: Logger,
): Promise<MetricsServer | undefined> {
  if (!address) return undefined;
  const { MetricsServer } = await import('./metrics/metrics-server.ts');
  const metrics = new MetricsServer(server, options);
  logger.info({ address: await metrics.listen(address) }, 'metrics listening');
  return metrics;
}
