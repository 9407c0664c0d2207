import { onPoolWait, poolState } from '@petstore/database';
import type { DataSource } from 'typeorm';
import type { PoolMetricsSource } from './metrics/pool-metrics.ts';

/** The pool of a data source, for the pool's metrics. */
export function poolMetricsSource(dataSource: DataSource): PoolMetricsSource {
  return { state: () => poolState(dataSource), onWait: onPoolWait };
}
