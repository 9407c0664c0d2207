import type { Pool } from 'pg';
import type { DataSource, Driver } from 'typeorm';

export interface PoolState {
  /** Connections that are open. */
  readonly size: number;
  /** Of these, the ones nobody uses. */
  readonly idle: number;
  /** How many wait for a connection. */
  readonly waiting: number;
  /** Connections that may be open. */
  readonly limit: number;
}

const none: PoolState = { size: 0, idle: 0, waiting: 0, limit: 0 };

/** How the pool stands now; while there is no database there may be none. */
export function poolState({ driver }: DataSource): PoolState {
  const { master } = driver as Driver & { master?: Pool };
  if (!master) return none;
  const { totalCount: size, idleCount: idle, waitingCount: waiting, options } = master;
  return { size, idle, waiting, limit: options.max };
}
