import { persistence } from '@petstore/contexts';
import { Database, describeDatabase, statementFailure } from '@petstore/database';
import { readSettings } from './settings.ts';
import { printMessage } from './output.ts';

/** The open connections of a command. */
export type DataSource = Database['dataSource'];

/**
 * Opens the configured database, runs `work`, and closes the database. Names the database and its warnings on standard error.
 * @param use `migrate` runs pending migrations, and raises sequences that are behind their tables. `write` runs only migrations of the
 *   embedded database, and `read` none.
 * @param work receives the names of the migrations that were run. It reports its result itself, because closing may take seconds.
 * @throws OperatorError, also with the reason of PostgreSQL for a failed statement, or the error of `work`
 */
export async function withDatabase<T>(
  use: 'read' | 'write' | 'migrate',
  work: (dataSource: DataSource, migrationNames: readonly string[]) => Promise<T>,
): Promise<T> {
  const { database: settings, databaseLimits } = readSettings();
  printMessage(`database: ${describeDatabase(settings)}`);
  const database = await Database.create(settings, persistence, databaseLimits, printMessage);
  try {
    const repair = use === 'migrate';
    const migrate = repair || (use === 'write' && settings.kind === 'embedded');
    const migrationNames = await database.open({ migrate, repair });
    return await work(database.dataSource, migrationNames);
  } catch (error) {
    throw statementFailure(error) ?? error;
  } finally {
    await database.close();
  }
}
