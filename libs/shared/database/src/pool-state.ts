import type { Pool } from 'pg';
import type { DataSource, Driver } from 'typeorm';

const notConnected = { size: 0, idle: 0, waiting: 0, limit: 0 };

/**
 * Counts the connections of the pool.
 * @returns open connections (`size`), those of them that are not in use (`idle`), callers that wait for a connection, and the
 *   maximum of open connections (`limit`); all zero before the data source is connected
 */
export function poolState({ driver }: DataSource): Readonly<typeof notConnected> {
  const { master } = driver as Driver & { master?: Pool };
  if (!master) return notConnected;
  const { totalCount: size, idleCount: idle, waitingCount: waiting, options } = master;
  return { size, idle, waiting, limit: options.max };
}
