import { persistence } from '@petstore/contexts';
import { Database, commandLineLimits, type DatabaseSettings } from '@petstore/database';
import { escapeControlCharacters } from '@petstore/settings';

/**
 * Opens and migrates the database, runs `work`, and closes the database. Writes the warnings of the database to standard error.
 * @param work receives the names of the migrations that `open` ran
 */
export async function withDatabase<T>(
  settings: DatabaseSettings,
  work: (dataSource: Database['dataSource'], migrationNames: readonly string[]) => Promise<T>,
): Promise<T> {
  const printWarning = (message: string) =>
    void process.stderr.write(`petstore: ${escapeControlCharacters(message)}\n`);
  const database = await Database.create(settings, persistence, commandLineLimits, printWarning);
  try {
    const migrationNames = await database.open();
    return await work(database.dataSource, migrationNames);
  } finally {
    await database.close();
  }
}
