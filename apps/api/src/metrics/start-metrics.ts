import type { Server } from 'node:http';
import type { DataSource } from 'typeorm';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { Metrics } from './metrics.ts';

/**
 * Measures the server and its database, and listens for Prometheus, where that is asked for. Else nothing is loaded and
 * nothing measured.
 * @throws OperatorError when the port cannot be had
 */
export async function startMetrics(
  config: Pick<Config, 'metrics' | 'httpLimits'>,
  server: Server,
  dataSource: DataSource,
  log: Log,
  droppedLogLines: () => number,
): Promise<Metrics | undefined> {
  if (!config.metrics) return undefined;
  const { Metrics } = await import('./metrics.ts');
  const metrics = new Metrics(server, dataSource, config.httpLimits, droppedLogLines);
  log.info({ address: await metrics.listen(config.metrics) }, 'metrics listening');
  return metrics;
}
