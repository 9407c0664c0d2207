import type { Client } from 'pg';
import { MigrationExecutor, type QueryRunner } from 'typeorm';

/** TypeORM's executor, which can also create the table of executed migrations alone. */
export class MigrationsTable extends MigrationExecutor {
  create(runner: QueryRunner): Promise<void> {
    return this.createMigrationsTableIfNotExist(runner);
  }
}

/** Returns the names of the migrations that have run, or undefined if the table that records them does not exist. */
export async function executedMigrations(client: Pick<Client, 'query'>): Promise<ReadonlySet<string> | undefined> {
  const { rows } = await client.query<{ found: boolean }>("SELECT to_regclass('migrations') IS NOT NULL AS found");
  if (!rows[0]?.found) return undefined;
  const run = await client.query<{ name: string }>('SELECT name FROM migrations');
  return new Set(run.rows.map(({ name }) => name));
}
