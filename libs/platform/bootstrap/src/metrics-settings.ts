import type { Deprecation } from '@petstore/http/response/deprecation';
import type { MetricsOptions } from '@petstore/telemetry/metrics/metrics-server';
import type { ApplicationOptions } from './application-options.ts';

/** What the metrics of a service are made from, beside its server. */
export interface MetricsSettings extends Omit<MetricsOptions, 'limits' | 'isSecret' | 'sunset'> {
  /** Of the deprecated operations. */
  readonly deprecations: readonly Deprecation[];
}

/** Returns the options of the metrics server of an application. */
export function metricsOptions(
  { deprecations, ...settings }: MetricsSettings,
  { http: { httpLimits: limits, isSecret } }: Pick<ApplicationOptions, 'http'>,
): MetricsOptions {
  return { ...settings, limits, isSecret, sunset: earliestSunset(deprecations) };
}

function earliestSunset(deprecations: readonly Deprecation[]): Date | undefined {
  const times = deprecations.map(({ sunset }) => sunset.getTime());
  return times.length > 0 ? new Date(Math.min(...times)) : undefined;
}
