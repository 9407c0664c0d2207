import type { DataSource } from 'typeorm';

/** What every context's tables and migrations hold, each rule on a freshly migrated database of that context alone. */
export const schemaContract: Record<string, (dataSource: DataSource) => Promise<void>> = {
  'makes by migrations exactly what the tables describe': async (dataSource) => {
    const drift = await driftOf(dataSource);
    if (drift.length > 0) throw new Error(`the tables want more than the migrations make:\n${drift.join('\n')}`);
  },

  'would show a column that the migrations do not make': async (dataSource) => {
    for (const { tableName, columns } of dataSource.entityMetadatas) {
      await dataSource.query(`ALTER TABLE ${tableName} DROP COLUMN ${columns.at(-1)?.databaseName} CASCADE`);
      if ((await driftOf(dataSource)).length === 0) throw new Error(`a missing column of ${tableName} goes unnoticed`);
    }
  },

  'leaves nothing when every migration is undone': async (dataSource) => {
    for (let left = dataSource.migrations.length; left > 0; left--) {
      await dataSource.undoLastMigration({ transaction: 'each' });
    }
    const left = await dataSource.query<{ tablename: string }[]>(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'",
    );
    if (left.length > 0) throw new Error(`left behind: ${left.map(({ tablename }) => tablename).join(', ')}`);
  },
};

async function driftOf(dataSource: DataSource): Promise<string[]> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}
