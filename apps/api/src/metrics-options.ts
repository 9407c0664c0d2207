import type { Deprecation } from '@petstore/http/response/deprecation';
import type { ConnectionLimits } from '@petstore/http/server/http-server';
import type { MetricsOptions } from '@petstore/telemetry/metrics/metrics-server';
import type { DataSource } from 'typeorm';
import { isSecret } from './auth/is-secret.ts';
import { poolMetricsSource } from './database.adapter.ts';
import { deprecations } from './contexts.ts';
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
  return {
    limits,
    isSecret,
    version,
    sunset: earliestSunset(deprecations),
    pool: poolMetricsSource(dataSource),
    droppedLogLines,
  };
}

/** The date on which the first of the deprecated operations is to be removed, if there is one. */
function earliestSunset(all: readonly Deprecation[]): Date | undefined {
  const [earliest] = all.map(({ sunset }) => sunset).sort((one, other) => one.getTime() - other.getTime());
  return earliest;
}
