import type { Transaction } from '@petstore/kernel';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { translate } from './database.errors.ts';
import { takeConnection } from './pool.ts';
import { isUnusablePreparedStatement } from './statement-outcome.ts';
import { runnerOf } from './typeorm-transactions.ts';

/** Returns every column as the text that PostgreSQL sent. */
const asText = { getTypeParser: () => (text: string) => text };

/**
 * A named prepared statement on TypeORM's pool. PostgreSQL parses it once per connection, or, with `DatabaseLimits.prepare:
 * false`, each time. Use it for the statements that requests execute often, and TypeORM for all others.
 */
export class PreparedStatement<Row extends readonly unknown[]> {
  /**
   * @param name name of the prepared statement, unique within the service
   * @param text SQL text. Result rows contain the columns by position, as the text that PostgreSQL sends.
   */
  constructor(
    private readonly name: string,
    readonly text: string,
  ) {}

  /**
   * @param valuesOf called when a connection is available, immediately before the statement is sent. If it returns undefined,
   *   `run` sends nothing and returns no rows. If PostgreSQL cannot execute the prepared statement, `run` calls the function
   *   again and sends the SQL without a name.
   * @throws an error of the driver or the pool, or the error of `notConnected()`; the caller converts it with `translate`
   */
  async run(dataSource: DataSource, valuesOf: () => readonly unknown[] | undefined): Promise<Row[]> {
    // `DatabaseLimits.prepare`, stored by `createDataSource`.
    const { prepare } = (dataSource.options as { extra: { prepare: boolean } }).extra;
    for (let name = prepare ? this.name : undefined; ; name = undefined) {
      const [client, release] = await takeConnection(dataSource);
      try {
        const values = valuesOf();
        return values ? (await client.query<Row>(this.queryWith(values, name))).rows : [];
      } catch (error) {
        // The second attempt has no name, because a migration may have invalidated the prepared statement on every connection.
        if (name === undefined || !isUnusablePreparedStatement(error)) throw error;
      } finally {
        release();
      }
    }
  }

  /**
   * Executes a statement that changes nothing.
   * @throws DatabaseUnavailable if there is no result, or the error of PostgreSQL if it is invalid
   */
  read(dataSource: DataSource, values: readonly unknown[]): Promise<Row[]> {
    return this.run(dataSource, () => values).catch(translate('read'));
  }

  /**
   * Sends the SQL without a name in a transaction of TypeOrmTransactions: an unusable prepared statement would abort the
   * transaction.
   * @throws an error of the driver, which `inTransaction` converts
   */
  async runIn(transaction: Transaction, values: readonly unknown[]): Promise<Row[]> {
    const client = (await runnerOf(transaction).connect()) as PoolClient;
    return (await client.query<Row>(this.queryWith(values))).rows;
  }

  /** @param name of the prepared statement; without a name, PostgreSQL parses and plans the statement again */
  private queryWith(values: readonly unknown[], name?: string) {
    return { name, text: this.text, values: values as unknown[], rowMode: 'array' as const, types: asText };
  }
}
