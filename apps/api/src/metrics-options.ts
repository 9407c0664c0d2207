import type { DataSource } from 'typeorm';
import { isSecret } from './auth/is-secret.ts';
import type { Config } from './config.ts';
import { poolMetricsSource } from './database.adapter.ts';
import type { MetricsOptions } from '@petstore/telemetry/metrics/metrics-server';
import { sunset } from './pets/deprecation.ts';
import { version } from './version.ts';

/**
 * The sources and options of this service's metrics.
 * @param droppedLogLines returns the number of lines that the log has dropped since the start of the process
 */
export function metricsOptions(
  { httpLimits, tuning }: Pick<Config, 'httpLimits' | 'tuning'>,
  dataSource: DataSource,
  droppedLogLines: () => number,
): MetricsOptions {
  return {
    limits: httpLimits,
    tuning,
    isSecret,
    version,
    sunset,
    pool: poolMetricsSource(dataSource),
    droppedLogLines,
  };
}
