import { onPoolWait, poolState } from '@petstore/database';
import { Gauge, Histogram, type Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { durationBuckets } from './request-metrics.ts';

/** @returns how to measure no more */
export function measurePool(dataSource: DataSource, registry: Registry): () => void {
  const registers = [registry];
  new Gauge({
    name: 'petstore_pool_connections',
    help: 'Open connections to the database, by what they are: used or idle.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { size, idle } = poolState(dataSource);
      this.set({ state: 'used' }, size - idle);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'petstore_pool_connections_limit',
    help: 'Connections to the database that may be open.',
    registers,
    collect() {
      this.set(poolState(dataSource).limit);
    },
  });
  new Gauge({
    name: 'petstore_pool_waiting',
    help: 'How many wait for a connection to the database.',
    registers,
    collect() {
      this.set(poolState(dataSource).waiting);
    },
  });
  const waits = new Histogram({
    name: 'petstore_pool_wait_seconds',
    help: 'How long a connection to the database was waited for, in vain included.',
    buckets: durationBuckets,
    registers,
  });
  return onPoolWait((milliseconds) => waits.observe(milliseconds / 1_000));
}
