import type { ConnectionLimits } from '@petstore/http/server/http-server';
import type { DataSource } from 'typeorm';
import { isSecret } from './auth/is-secret.ts';
import { poolMetricsSource } from './database.adapter.ts';
import type { MetricsOptions } from '@petstore/telemetry/metrics/metrics-server';
import { sunset } from './pets/deprecation.ts';
import { version } from './version.ts';

/**
 * What the metrics of this service are made from.
 * @param limits of the metrics listener
 * @param droppedLogLines returns the number of lines that the log has dropped since the start of the process
 */
export function metricsOptions(
  limits: ConnectionLimits,
  dataSource: DataSource,
  droppedLogLines: () => number,
): MetricsOptions {
  return { limits, isSecret, version, sunset, pool: poolMetricsSource(dataSource), droppedLogLines };
}
