import { MigrationExecutor, type DataSource } from 'typeorm';
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
    for (let left = dataSource.migrations.length; left > 0; left--) {
      await dataSource.undoLastMigration({ transaction: 'each' });
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
};

async function driftOf(dataSource: DataSource): Promise<string[]> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}

/** Returns the lines that only one of two schemas has. */
function difference(a: readonly string[], b: readonly string[]): string[] {
  return [...a.filter((line) => !b.includes(line)), ...b.filter((line) => !a.includes(line))];
}
