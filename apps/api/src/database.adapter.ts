import { onPoolWait, poolState } from '@petstore/database';
import type { PoolMetricsSource } from '@petstore/telemetry/metrics/pool-metrics';
import type { DataSource } from 'typeorm';

/** Lets the metrics read the state of the connection pool, because telemetry does not depend on the database library. */
export function poolMetricsSource(dataSource: DataSource): PoolMetricsSource {
  return { state: () => poolState(dataSource), onWait: onPoolWait };
}
