import { startMetrics } from '@petstore/http/metrics';
import { metricsSources } from '../metrics.ts';
import type { TestApp } from './test-app.ts';

/** A test application with a metrics listener on a free port. */
export interface MeasuredApplication {
  /** URL of the metrics. */
  readonly url: string;
  /** Returns the metrics in Prometheus' text format. */
  scrape(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts the metrics of the application, with a pool that has no connection.
 * @param droppedLogLines returns the number of lines that the log has dropped
 */
export async function measure(
  { app, config, database, server, log }: TestApp,
  droppedLogLines = () => 0,
): Promise<MeasuredApplication> {
  const sources = metricsSources(app, config, database.dataSource, droppedLogLines);
  const { url, close } = await startMetrics({ host: '127.0.0.1', port: 0 }, server, sources, log.log);
  return { url, close, scrape: async () => (await fetch(url)).text() };
}

/** Returns the samples of a metric, such as `name{label="value"} 1`, in the order of the text. */
export function samplesOf(text: string, metric: string): string[] {
  return text.split('\n').filter((line) => line.startsWith(`${metric} `) || line.startsWith(`${metric}{`));
}

/** Returns the value of a metric without labels; undefined if it has no sample. */
export function valueOf(text: string, metric: string): number | undefined {
  const value = samplesOf(text, metric)[0]?.split(' ')[1];
  return value === undefined ? undefined : Number(value);
}
