import { onPoolWait, poolState } from '@petstore/database';
import type { DataSource } from 'typeorm';
import type { PoolMetricsSource } from '@petstore/telemetry/metrics/pool-metrics';

/** The pool of a data source, for the pool's metrics. */
export function poolMetricsSource(dataSource: DataSource): PoolMetricsSource {
  return { state: () => poolState(dataSource), onWait: onPoolWait };
}
