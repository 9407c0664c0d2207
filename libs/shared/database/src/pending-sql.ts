import pg, { type Client } from 'pg';
import { MigrationExecutor, type DataSource, type QueryRunner } from 'typeorm';
import { executedMigrations, lockStatements, nameOf, timestampOf } from './migrate.ts';
import { migrationStatements } from './migration-statements.ts';

/**
 * Returns the SQL with which an administrator can do what `migrate` would do, or undefined if no migration is pending. It reads
 * which migrations have run and changes nothing, in a read-only transaction.
 * @param client is connected, and outside of a transaction
 * @throws Error if a migration cannot be printed
 */
export async function pendingSql(client: Pick<Client, 'query'>, dataSource: DataSource): Promise<string | undefined> {
  await client.query('BEGIN READ ONLY');
  const executed = await executedMigrations(client);
  const { rows } = await client.query<{ path: string }>("SELECT current_setting('search_path') AS path");
  await client.query('COMMIT');

  const pending = dataSource.migrations
    .filter((migration) => !executed?.has(nameOf(migration)))
    .sort((a, b) => timestampOf(nameOf(a)) - timestampOf(nameOf(b)));
  if (pending.length === 0) return undefined;

  const names = pending.map((migration) => pg.escapeLiteral(nameOf(migration)));
  const sections = await Promise.all(
    pending.map(async (migration, index) => [
      `\n-- ${nameOf(migration)}`,
      ...(await migrationStatements(migration, 'up')).map(terminated),
      `INSERT INTO migrations (timestamp, name) VALUES (${timestampOf(nameOf(migration))}, ${names[index]!});`,
    ]),
  );
  return [
    '-- The SQL of "petstore migrate". Execute it as the role that owns the tables.',
    'BEGIN;',
    `SET LOCAL search_path = ${rows[0]!.path};`,
    ...lockStatements.map(terminated),
    ...(executed ? [refuseRepeat(names)] : await createMigrationsTable(dataSource)),
    ...sections.flat(),
    '\nCOMMIT;\n',
  ].join('\n');
}

/** A semicolon behind a comment would be part of the comment. */
const terminated = (sql: string) => sql.replace(/;$/, '') + (/--[^\n]*$/.test(sql) ? '\n;' : ';');

/** Ends the transaction if the SQL is executed a second time, or after the service has migrated. */
function refuseRepeat(names: readonly string[]): string {
  return `DO $$ BEGIN
  IF EXISTS (SELECT FROM migrations WHERE name IN (${names.join(', ')})) THEN
    RAISE EXCEPTION 'some of these migrations have run already';
  END IF;
END $$;`;
}

/** TypeORM's SQL for its table of executed migrations. */
async function createMigrationsTable(dataSource: DataSource): Promise<string[]> {
  const runner = dataSource.driver.createQueryRunner('master');
  runner.hasTable = () => Promise.resolve(false);
  runner.enableSqlMemory();
  await new MigrationsTable(dataSource, runner).create(runner);
  return runner.getMemorySql().upQueries.map(({ query }) => terminated(query));
}

class MigrationsTable extends MigrationExecutor {
  create(runner: QueryRunner): Promise<void> {
    return this.createMigrationsTableIfNotExist(runner);
  }
}
