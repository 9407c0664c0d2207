import { persistence } from '@petstore/contexts';
import { Database, commandLineLimits, type DatabaseSettings } from '@petstore/database';
import { escapeControlCharacters } from '@petstore/settings';

/**
 * Opens and migrates the database, runs `work`, and closes the database. Messages go to standard error.
 * @param work gets the names of the migrations that were run
 */
export async function withDatabase<T>(
  settings: DatabaseSettings,
  work: (dataSource: Database['dataSource'], migrated: readonly string[]) => Promise<T>,
): Promise<T> {
  const printMessage = (message: string) =>
    void process.stderr.write(`petstore: ${escapeControlCharacters(message)}\n`);
  const database = await Database.create(settings, persistence, commandLineLimits, printMessage);
  try {
    const migrated = await database.open();
    return await work(database.dataSource, migrated);
  } finally {
    await database.close();
  }
}
