import type { Pool } from 'pg';
import type { DataSource, Driver } from 'typeorm';

const notConnected = { size: 0, idle: 0, waiting: 0, limit: 0 };

/**
 * Returns the numbers of open connections (`size`), of idle connections (`idle`) and of callers that wait for a connection
 * (`waiting`), and the maximum of open connections (`limit`). All are 0 before the data source is connected.
 */
export function poolState({ driver }: DataSource): Readonly<typeof notConnected> {
  const { master } = driver as Driver & { master?: Pool };
  if (!master) return notConnected;
  const { totalCount: size, idleCount: idle, waitingCount: waiting, options } = master;
  return { size, idle, waiting, limit: options.max };
}
