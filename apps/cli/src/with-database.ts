import { accessPersistence } from '@petstore/access-infrastructure';
import { openDatabase, type Database, type DatabaseSettings } from '@petstore/database';
import { petsPersistence } from '@petstore/pets-infrastructure';

/** Does the work on the migrated database and closes it whatever happens; what is told goes to standard error. */
export async function withDatabase<T>(
  settings: DatabaseSettings,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const tell = (message: string) => void process.stderr.write(`petstore: ${message}\n`);
  const database = await openDatabase(settings, [petsPersistence, accessPersistence], tell);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
