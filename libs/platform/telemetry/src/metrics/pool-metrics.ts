import { Gauge, Histogram, type Registry } from 'prom-client';
import { durationBuckets } from './request-metrics.ts';

/** What the pool's metrics are read from. */
export interface PoolMetricsSource {
  /** Number of open connections, idle ones among them, callers that wait for one, and connections that may be open. */
  state(): { readonly size: number; readonly idle: number; readonly waiting: number; readonly limit: number };
  /**
   * @param listener gets the milliseconds of each wait for a connection, of failed ones too
   * @returns a function that removes the listener
   */
  onWait(listener: (milliseconds: number) => void): () => void;
}

/** @returns a function that stops the measurement */
export function observePool(pool: PoolMetricsSource, registry: Registry): () => void {
  const registers = [registry];
  new Gauge({
    name: 'petstore_pool_connections',
    help: 'Open connections to the database, by what they are: used or idle.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { size, idle } = pool.state();
      this.set({ state: 'used' }, size - idle);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'petstore_pool_connections_limit',
    help: 'Connections to the database that may be open.',
    registers,
    collect() {
      this.set(pool.state().limit);
    },
  });
  new Gauge({
    name: 'petstore_pool_waiting',
    help: 'How many wait for a connection to the database.',
    registers,
    collect() {
      this.set(pool.state().waiting);
    },
  });
  const waits = new Histogram({
    name: 'petstore_pool_wait_seconds',
    help: 'How long a connection to the database was waited for, in vain included.',
    buckets: durationBuckets,
    registers,
  });
  return pool.onWait((milliseconds) => waits.observe(milliseconds / 1_000));
}
