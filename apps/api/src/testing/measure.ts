import { measure as measureApplication, type MeasuredApplication } from '@petstore/testing/metrics';
import { DataSource } from 'typeorm';
import { poolMetricsSource } from '../database.adapter.ts';
import type { TestApp } from './test-app.ts';

/**
 * Starts the metrics of the application, with a pool that has no connection.
 * @param droppedLogLines returns the number of lines that the log has dropped
 */
export function measure(app: TestApp, droppedLogLines = () => 0): Promise<MeasuredApplication> {
  return measureApplication(app, { pool: poolMetricsSource(new DataSource({ type: 'postgres' })), droppedLogLines });
}
