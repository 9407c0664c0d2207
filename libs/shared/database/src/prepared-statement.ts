import type { PoolClient } from 'pg';
import type { DataSource, Driver } from 'typeorm';

type PostgresDriver = Driver & { obtainMasterConnection(): Promise<[PoolClient, () => void]> };

/** Set where a data source is created. */
function mayPrepare({ options }: DataSource): boolean {
  return (options as { extra?: { prepare?: boolean } }).extra?.prepare ?? true;
}

/** Every column as PostgreSQL wrote it. */
const asText = { getTypeParser: () => (text: string) => text };

/**
 * SQL that PostgreSQL parses and plans once per connection, on TypeORM's own pool. For the few statements that are on the
 * way of every request; all else is TypeORM's.
 */
export class PreparedStatement<Row extends readonly unknown[]> {
  /**
   * @param name unique within the service
   * @param text its rows are read by the position of their columns; all that comes is text, int64 in decimal
   */
  constructor(
    private readonly name: string,
    readonly text: string,
  ) {}

  async run(dataSource: DataSource, values: readonly unknown[]): Promise<Row[]> {
    const [client, release] = await (dataSource.driver as PostgresDriver).obtainMasterConnection();
    // Whoever has a connection hears of its end; the statement hears it too, and says so.
    const ignore = () => undefined;
    client.on('error', ignore);
    try {
      const query = { text: this.text, values: [...values], rowMode: 'array' as const, types: asText };
      const named = mayPrepare(dataSource) ? { ...query, name: this.name } : query;
      return (await client.query(named)).rows as unknown as Row[];
    } finally {
      client.off('error', ignore);
      release();
    }
  }
}
