import type { DataSource } from 'typeorm';

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

  'leaves no table after all migrations are reverted': async (dataSource) => {
    for (let left = dataSource.migrations.length; left > 0; left--) {
      await dataSource.undoLastMigration({ transaction: 'each' });
    }
    const left = await dataSource.query<{ tablename: string }[]>(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'",
    );
    if (left.length > 0) throw new Error(`these tables are left: ${left.map(({ tablename }) => tablename).join(', ')}`);
  },
};

async function driftOf(dataSource: DataSource): Promise<string[]> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}
