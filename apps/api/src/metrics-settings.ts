import type { MetricsSettings } from '@petstore/bootstrap';
import type { DataSource } from 'typeorm';
import { deprecations } from './contexts.ts';
import { poolMetricsSource } from './database.adapter.ts';
import { version } from './version.ts';

/**
 * What the metrics of this service are made from.
 * @param droppedLogLines returns the number of lines that the log has dropped since the start of the process
 */
export function metricsSettings(dataSource: DataSource, droppedLogLines: () => number): MetricsSettings {
  return { version, deprecations, pool: poolMetricsSource(dataSource), droppedLogLines };
}
