import type { INestApplicationContext } from '@nestjs/common';
import { deprecationsOf } from '@petstore/http/nest/deprecation.guard';
import type { MetricsOptions } from '@petstore/telemetry/metrics/metrics-server';
import { GaugeSource } from '@petstore/telemetry/metrics/gauge-source';
import type { ApplicationOptions } from './application-options.ts';
import { providersOf } from './providers-of.ts';

/** The options of the metrics that do not follow from ApplicationOptions. */
export type ProcessMetrics = Pick<MetricsOptions, 'pool' | 'droppedLogLines'>;

/** Returns the options of the metrics server of an application. */
export function metricsOptions(
  app: INestApplicationContext,
  { version, contexts, http }: ApplicationOptions,
  processMetrics: ProcessMetrics,
): MetricsOptions {
  const { httpLimits: limits, isSecret, tuning } = http;
  const sunsets = contexts.flatMap(({ module }) => deprecationsOf(module).map(({ sunset }) => sunset.getTime()));
  const sunset = sunsets.length > 0 ? new Date(Math.min(...sunsets)) : undefined;
  const gaugeSources = providersOf(app, GaugeSource);
  return { ...processMetrics, version, limits, isSecret, tuning, sunset, gaugeSources };
}
