import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { onPoolWait, poolState } from '@petstore/database';
import { durationBuckets, measureRequests } from '@petstore/http/monitoring/metrics';
import { Readiness } from '@petstore/operations/readiness';
import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from 'prom-client';
import { DataSource } from 'typeorm';
import { getPetSunset } from './pets/pets.deprecations.ts';
import { version } from './version.ts';

/**
 * Starts to measure the application with the default registry of prom-client.
 * @param droppedLogLines returns the number of lines that the log has dropped since the start of the process
 */
export function measureApplication(app: INestApplication<Server>, droppedLogLines: () => number): void {
  const dataSource = app.get(DataSource, { strict: false });
  measureRequests(app.getHttpServer());
  measureReadiness(app.get(Readiness));
  measurePool(dataSource);
  collectDefaultMetrics();
  // `active` lists all open handles with undocumented members of `process`, `heap_space` has 24 series, `version` repeats a label below.
  const unwanted = /^nodejs_(active|heap_space|version)_/;
  for (const { name } of register.getMetricsAsArray()) if (unwanted.test(name)) register.removeSingleMetric(name);
  new Gauge({
    name: 'petstore_build_info',
    help: 'Always 1. The labels are the versions of the service and of Node.',
    labelNames: ['version', 'node'] as const,
  }).set({ version, node: process.versions.node }, 1);
  new Counter({
    name: 'petstore_log_lines_dropped_total',
    help: 'Log lines that were dropped because they could not be written.',
    collect() {
      this.reset();
      this.inc(droppedLogLines());
    },
  });
  new Gauge({
    name: 'petstore_sunset_timestamp_seconds',
    help: 'When the first deprecated operation is to be removed.',
  }).set(Date.parse(getPetSunset) / 1_000);
}

function measureReadiness(readiness: Readiness): void {
  new Gauge({
    name: 'petstore_ready',
    help: '1 if the service is ready; 0 while it waits for its database, cannot reach it, or stops.',
    collect() {
      this.set(readiness.notReadyReason() === undefined ? 1 : 0);
    },
  });
}

function measurePool(dataSource: DataSource): void {
  new Gauge({
    name: 'petstore_pool_connections',
    help: 'Open connections to the database, by state: used or idle.',
    labelNames: ['state'] as const,
    collect() {
      const { size, idle } = poolState(dataSource);
      this.set({ state: 'used' }, size - idle);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'petstore_pool_connections_limit',
    help: 'Maximum number of open connections to the database.',
    collect() {
      this.set(poolState(dataSource).limit);
    },
  });
  new Gauge({
    name: 'petstore_pool_waiting',
    help: 'Callers that wait for a connection to the database.',
    collect() {
      this.set(poolState(dataSource).waiting);
    },
  });
  const waits = new Histogram({
    name: 'petstore_pool_wait_seconds',
    help: 'Time that callers waited for a connection to the database, also if they got none.',
    buckets: durationBuckets,
  });
  onPoolWait((milliseconds) => waits.observe(milliseconds / 1_000));
}
