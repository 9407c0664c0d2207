import type { Server } from 'node:http';
import type { ListenAddress } from '@petstore/http/server/listen';
import type { Logger } from '@petstore/http/server/logger';
import type { MetricsServer, MetricsOptions } from './metrics/metrics-server.ts';

/**
 * Measures the server and serves its metrics. Imports prom-client only if there is an address.
 * @param address address of the metrics listener; if it is undefined, the function does nothing
 * @throws OperatorError if the metrics listener cannot listen on the address
 */
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
