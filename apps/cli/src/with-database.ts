import { persistence } from '@petstore/contexts';
import { Database, operatorLimits, type DatabaseSettings } from '@petstore/database';
import { escapeControlCharacters } from '@petstore/settings';

interface OpenDatabase extends Pick<Database, 'dataSource'> {
  /** Names of the migrations that `withDatabase` has run. */
  readonly migrated: readonly string[];
}

/** Opens and migrates the database, runs `work`, and closes the database. Messages go to standard error. */
export async function withDatabase<T>(
  settings: DatabaseSettings,
  work: (opened: OpenDatabase) => Promise<T>,
): Promise<T> {
  const printMessage = (message: string) =>
    void process.stderr.write(`petstore: ${escapeControlCharacters(message)}\n`);
  const database = await Database.at(settings, persistence, operatorLimits, printMessage);
  try {
    const migrated = await database.open();
    return await work({ dataSource: database.dataSource, migrated });
  } finally {
    await database.close();
  }
}
