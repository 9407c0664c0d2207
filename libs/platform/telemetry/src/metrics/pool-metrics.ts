import { Gauge, Histogram, type Registry } from 'prom-client';
import { durationBuckets } from './request-metrics.ts';

/** A connection pool, for its metrics. */
export interface PoolMetricsSource {
  /** Returns the numbers of open connections, of idle connections and of waiting callers, and the maximum of connections. */
  state(): { readonly size: number; readonly idle: number; readonly waiting: number; readonly limit: number };
  /**
   * @param listener gets the milliseconds of each wait for a connection, also if the wait failed
   * @returns a function that removes the listener
   */
  onWait(listener: (milliseconds: number) => void): () => void;
}

/** Measures a connection pool. @returns a function that stops the measurement */
export function observePool(pool: PoolMetricsSource, registry: Registry): () => void {
  const registers = [registry];
  new Gauge({
    name: 'petstore_pool_connections',
    help: 'Open connections to the database, by state: used or idle.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { size, idle } = pool.state();
      this.set({ state: 'used' }, size - idle);
      this.set({ state: 'idle' }, idle);
    },
  });
  const gauges = [
    ['petstore_pool_connections_limit', 'Maximum number of open connections to the database.', 'limit'],
    ['petstore_pool_waiting', 'Callers that wait for a connection to the database.', 'waiting'],
  ] as const;
  for (const [name, help, member] of gauges) {
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(pool.state()[member]);
      },
    });
  }
  const waits = new Histogram({
    name: 'petstore_pool_wait_seconds',
    help: 'Time that callers waited for a connection to the database, also if they got none.',
    buckets: durationBuckets,
    registers,
  });
  return pool.onWait((milliseconds) => waits.observe(milliseconds / 1_000));
}
