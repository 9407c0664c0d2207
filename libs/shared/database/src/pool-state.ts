import type { Pool } from 'pg';
import type { DataSource, Driver } from 'typeorm';

export interface PoolState {
  /** Open connections. */
  readonly size: number;
  /** Open connections that are not in use. */
  readonly idle: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
  /** Maximum number of open connections. */
  readonly limit: number;
}

const none: PoolState = { size: 0, idle: 0, waiting: 0, limit: 0 };

/** The current state of the pool; all zero before the data source is connected. */
export function poolState({ driver }: DataSource): PoolState {
  const { master } = driver as Driver & { master?: Pool };
  if (!master) return none;
  const { totalCount: size, idleCount: idle, waitingCount: waiting, options } = master;
  return { size, idle, waiting, limit: options.max };
}
