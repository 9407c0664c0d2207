import type { PoolClient } from 'pg';
import type { DataSource, Driver } from 'typeorm';
import { requireConnected } from './data-source.ts';
import { isUnusablePreparedStatement } from './statement-failure.ts';

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
   *   undefined, nothing is sent. If the connection turns out not to have the prepared statement, PostgreSQL has not executed
   *   it: it is then sent once more, and `valuesOf` called again.
   * @param onNotExecuted called as soon as PostgreSQL has said so, before the wait for the next connection
   * @throws an error for `translate`
   */
  async run(
    dataSource: DataSource,
    valuesOf: () => readonly unknown[] | undefined,
    onNotExecuted?: () => void,
  ): Promise<Row[]> {
    if (!mayPrepare(dataSource)) return this.send(dataSource, undefined, valuesOf);
    try {
      return await this.send(dataSource, this.name, valuesOf);
    } catch (error) {
      if (!isUnusablePreparedStatement(error)) throw error;
      onNotExecuted?.();
      // Without a name, because a migration makes the prepared statement unusable on every connection of the pool.
      return this.send(dataSource, undefined, valuesOf);
    }
  }

  /** @param name of the prepared statement; without one, PostgreSQL parses and plans it again */
  private async send(
    dataSource: DataSource,
    name: string | undefined,
    valuesOf: () => readonly unknown[] | undefined,
  ): Promise<Row[]> {
    requireConnected(dataSource);
    const [client, release] = await (dataSource.driver as PostgresDriver).obtainMasterConnection();
    try {
      const values = valuesOf();
      if (!values) return [];
      const query = { text: this.text, values: [...values], rowMode: 'array' as const, types: asText };
      return (await client.query(name === undefined ? query : { ...query, name })).rows as unknown as Row[];
    } finally {
      release();
    }
  }
}
