import pg, { type Client } from 'pg';
import type { DataSource } from 'typeorm';
import { concurrentIndex, dropIndex, isInvalidIndex } from './concurrent-index.ts';
import { limitLockWait, lockStatements } from './migrate.ts';
import { sessionStatements } from './migrate-outside-transaction.ts';
import { migrationStatements } from './migration-statements.ts';
import { nameOf, pendingSteps, timestampOf, type MigrationStep } from './migration-steps.ts';
import { executedMigrations, MigrationsTable } from './migrations-table.ts';

/**
 * Returns the SQL with which an administrator can do what `migrate` would do, or undefined if no migration is pending. psql must
 * execute it, because migrations outside a transaction use its command `\gexec`. It reads which migrations have run and changes nothing, in a
 * read-only transaction.
 * @param client is connected, and outside of a transaction
 * @throws Error if a migration cannot be printed
 */
export async function pendingSql(client: Pick<Client, 'query'>, dataSource: DataSource): Promise<string | undefined> {
  await client.query('BEGIN READ ONLY');
  const executed = await executedMigrations(client);
  const { rows } = await client.query<{ path: string }>("SELECT current_setting('search_path') AS path");
  await client.query('COMMIT');

  const steps = pendingSteps(dataSource.migrations, executed);
  if (steps.every(({ migrations }) => migrations.length === 0)) return undefined;
  const searchPath = `search_path = ${rows[0]!.path};`;
  const lines = ['-- The SQL of "petstore migrate". Execute it with psql as the role that owns the tables.'];
  for (const [index, step] of steps.entries()) {
    const isFirst = index === 0 && !executed;
    const before = isFirst ? await createMigrationsTable(dataSource) : [refuseRepeat(step)];
    lines.push(...(step.isTransactional ? transaction : session)(searchPath, before, await sectionsOf(step)));
  }
  return `${lines.join('\n')}\n`;
}

type Section = (searchPath: string, before: readonly string[], migrations: readonly string[]) => string[];

const transaction: Section = (searchPath, before, migrations) => [
  'BEGIN;',
  `SET LOCAL ${searchPath}`,
  ...lockStatements.map(terminated),
  ...before,
  ...migrations,
  '\nCOMMIT;\n',
];

const session: Section = (searchPath, before, migrations) => [
  '-- The next migration runs outside a transaction. If it fails, print the SQL again and execute it.',
  `SET ${searchPath}`,
  terminated(sessionStatements.noTimeouts),
  lockOrFail,
  ...before,
  ...migrations,
  terminated(sessionStatements.unlock),
  'RESET ALL;\n',
];

/** psql has no loop that could wait without a transaction. */
const lockOrFail = `DO $$ BEGIN
  IF NOT (${sessionStatements.tryLock}) THEN
    RAISE EXCEPTION 'another session migrates';
  END IF;
END $$;`;

async function sectionsOf({ migrations, isTransactional }: MigrationStep): Promise<string[]> {
  const sections = migrations.map(async (migration) => {
    const name = nameOf(migration);
    const statements = await migrationStatements(migration, 'up');
    return [
      `\n-- ${name}`,
      ...(isTransactional ? [terminated(limitLockWait)] : []),
      ...(isTransactional ? statements.map(terminated) : statements.flatMap(repeatable)),
      `INSERT INTO migrations (timestamp, name) VALUES (${timestampOf(name)}, ${pg.escapeLiteral(name)});`,
    ];
  });
  return (await Promise.all(sections)).flat();
}

/** A semicolon behind a comment would be part of the comment. */
function terminated(sql: string): string {
  return sql.replace(/;$/, '') + (/--[^\n]*$/.test(sql) ? '\n;' : ';');
}

/** psql executes the result of a query that ends with `\gexec`. */
function repeatable(statement: string): string[] {
  const index = concurrentIndex(statement);
  if (index === undefined) return [terminated(statement)];
  const dropInvalid = `SELECT ${pg.escapeLiteral(dropIndex(index))} FROM pg_index WHERE ${isInvalidIndex(index)} \\gexec`;
  return [dropInvalid, terminated(statement)];
}

/** Ends the step if the SQL is executed a second time, or after the service has migrated. */
function refuseRepeat({ migrations }: MigrationStep): string {
  const names = migrations.map((migration) => pg.escapeLiteral(nameOf(migration)));
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
