import type { PoolClient } from 'pg';
import type { DataSource, Driver } from 'typeorm';
import { requireConnected } from './data-source.ts';

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

  /**
   * @param valuesOf called when there is a connection, immediately before the statement is sent; where it answers
   *   undefined, nothing is sent
   * @throws an error for `translate`
   */
  async run(dataSource: DataSource, valuesOf: () => readonly unknown[] | undefined): Promise<Row[]> {
    requireConnected(dataSource);
    const [client, release] = await (dataSource.driver as PostgresDriver).obtainMasterConnection();
    // The client emits `error` at the end of its connection, as the statement does. Without a listener, the process would end.
    const ignore = () => undefined;
    client.on('error', ignore);
    try {
      const values = valuesOf();
      if (!values) return [];
      const query = { text: this.text, values: [...values], rowMode: 'array' as const, types: asText };
      const named = mayPrepare(dataSource) ? { ...query, name: this.name } : query;
      return (await client.query(named)).rows as unknown as Row[];
    } finally {
      client.off('error', ignore);
      release();
    }
  }
}
