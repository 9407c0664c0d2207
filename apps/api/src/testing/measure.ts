import type { Server } from 'node:http';
import { register } from 'prom-client';
import { measureApplication } from '../metrics.ts';
import type { TestApp } from './test-app.ts';

/**
 * Measures a test application, with a pool that has no connection.
 * @param droppedLogLines returns the number of lines that the log has dropped
 * @returns a function that returns the metrics in Prometheus' text format
 */
export function measure({ app }: TestApp, droppedLogLines = () => 0): () => Promise<string> {
  register.clear();
  // Each measurement of one application adds its listeners.
  (app.getHttpServer() as Server).setMaxListeners(Infinity);
  measureApplication(app, droppedLogLines);
  return () => register.metrics();
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
