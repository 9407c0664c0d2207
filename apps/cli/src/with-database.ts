import { accessPersistence } from '@petstore/access-infrastructure';
import { Database, operatorLimits, type DatabaseSettings } from '@petstore/database';
import { petsPersistence } from '@petstore/pets-infrastructure';
import { escapeControlCharacters } from '@petstore/settings';

interface OpenDatabase extends Pick<Database, 'dataSource'> {
  /** Names of the migrations that were run on the way. */
  readonly migrated: readonly string[];
}

/** Does the work on the migrated database and closes it whatever happens; what is told goes to standard error. */
export async function withDatabase<T>(
  settings: DatabaseSettings,
  work: (opened: OpenDatabase) => Promise<T>,
): Promise<T> {
  const tell = (message: string) => void process.stderr.write(`petstore: ${escapeControlCharacters(message)}\n`);
  const database = await Database.at(settings, [petsPersistence, accessPersistence], operatorLimits, tell);
  try {
    const migrated = await database.open();
    return await work({ dataSource: database.dataSource, migrated });
  } finally {
    await database.close();
  }
}
