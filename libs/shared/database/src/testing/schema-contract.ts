import { MigrationExecutor, type DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { migrate } from '../migrate.ts';
import { nameOf, pendingSteps, runsOutsideTransaction } from '../migration-steps.ts';
import { migrationStatements } from '../migration-statements.ts';
import { describeSchema } from './describe-schema.ts';

/** Rules for the tables and migrations of every context. Each rule gets a newly migrated database of one context. */
export const schemaContract: Record<string, (dataSource: DataSource) => Promise<void>> = {
  'creates by migrations exactly what the tables describe': async (dataSource) => {
    const drift = await driftOf(dataSource);
    if (drift.length > 0)
      throw new Error(`the migrations do not create what the tables describe:\n${drift.join('\n')}`);
  },

  'detects a column that the migrations do not create': async (dataSource) => {
    for (const { tableName, columns } of dataSource.entityMetadatas) {
      await dataSource.query(`ALTER TABLE ${tableName} DROP COLUMN ${columns.at(-1)?.databaseName} CASCADE`);
      if ((await driftOf(dataSource)).length === 0) throw new Error(`a missing column of ${tableName} is not detected`);
    }
  },

  'returns to the same schema by up, down and up again, and to an empty one by down': async (dataSource) => {
    // Element n is the schema after n migrations.
    const schemas = [await describeSchema(dataSource)];
    for (const migration of inOrder(dataSource).reverse()) {
      await undo(dataSource, migration);
      schemas.unshift(await describeSchema(dataSource));
    }
    const left = schemas[0]!.filter((line) => !/\bmigrations(?:_id_seq)?\b/.test(line));
    if (left.length > 0) throw new Error(`the down migrations leave:\n${left.join('\n')}`);
    const executor = new MigrationExecutor(dataSource);
    for (const [index, migration] of (await executor.getPendingMigrations()).entries()) {
      await executor.executeMigration(migration);
      const differences = difference(await describeSchema(dataSource), schemas[index + 1]!);
      if (differences.length > 0)
        throw new Error(`down and up again around ${migration.name} change:\n${differences.join('\n')}`);
    }
  },

  'repeats a migration outside a transaction after a crash at any of its statements': async (dataSource) => {
    const schema = await describeSchema(dataSource);
    const migrations = inOrder(dataSource);
    const position = migrations.findIndex(runsOutsideTransaction);
    if (position === -1) return;
    for (const migration of migrations.slice(position).reverse()) await undo(dataSource, migration);
    for (const migration of migrations.slice(position)) {
      const statements = runsOutsideTransaction(migration) ? await migrationStatements(migration, 'up') : [];
      for (const count of statements.keys()) await crashAfter(dataSource, migration, count + 1);
      await migrate(dataSource);
    }
    const differences = difference(await describeSchema(dataSource), schema);
    if (differences.length > 0) throw new Error(`the repeated migrations change:\n${differences.join('\n')}`);
  },
};

function inOrder({ migrations }: DataSource): MigrationInterface[] {
  return pendingSteps(migrations, new Set()).flatMap((step) => step.migrations);
}

/** Reverts the last migration that has run. */
async function undo(dataSource: DataSource, migration: MigrationInterface): Promise<void> {
  await dataSource.undoLastMigration({ transaction: runsOutsideTransaction(migration) ? 'none' : 'each' });
}

/** Executes the first statements of a migration and does not record it. */
async function crashAfter(dataSource: DataSource, migration: MigrationInterface, statements: number): Promise<void> {
  const crash = new Error('crash');
  let executed = 0;
  const query = async (sql: string): Promise<void> => {
    await dataSource.query(sql);
    if (++executed === statements) throw crash;
  };
  const run = migration.up({ query } as unknown as QueryRunner);
  await run.catch((error: unknown) => {
    if (error !== crash) throw new Error(`${nameOf(migration)} cannot be repeated`, { cause: error });
  });
}

async function driftOf(dataSource: DataSource): Promise<string[]> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}

/** Returns the lines that only one of two schemas has. */
function difference(a: readonly string[], b: readonly string[]): string[] {
  return [...a.filter((line) => !b.includes(line)), ...b.filter((line) => !a.includes(line))];
}
