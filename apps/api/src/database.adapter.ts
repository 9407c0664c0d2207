import { onPoolWait, poolState } from '@petstore/database';
import type { PoolMetricsSource } from '@petstore/telemetry/metrics/pool-metrics';
import type { DataSource } from 'typeorm';

export function poolMetricsSource(dataSource: DataSource): PoolMetricsSource {
  return { state: () => poolState(dataSource), onWait: onPoolWait };
}
