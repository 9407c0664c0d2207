import type { Server } from 'node:http';
import type { ListenAddress } from '@petstore/http/server/listen';
import type { Logger } from '@petstore/http/server/logger';
import type { Metrics, MetricsOptions } from './metrics.ts';

/**
 * Starts the metrics listener, and measures the server and its pool. Without an address it loads and measures nothing.
 * @param address of the metrics listener
 * @throws OperatorError if the address cannot be used
 */
export async function startMetrics(
  address: ListenAddress | undefined,
  server: Server,
  options: MetricsOptions,
  logger: Logger,
): Promise<Metrics | undefined> {
  if (!address) return undefined;
  const { Metrics } = await import('./metrics.ts');
  const metrics = new Metrics(server, options);
  logger.info({ address: await metrics.listen(address) }, 'metrics listening');
  return metrics;
}
