import type { Database } from '@petstore/database';
import { commandLineLimits, describeDatabase, type DatabaseSettings } from '@petstore/database/settings';
import { printMessage } from './print-message.ts';
import { isInteractive, promptPassword } from './prompt-password.ts';

const terminal = { input: process.stdin, output: process.stderr };

/** The first statements of a command on the database, which show if the server asks for a password. */
type Start<T> = (database: Database) => Promise<T>;

interface StartedDatabase<T> {
  readonly database: Database;
  readonly result: T;
}

/**
 * Opens and migrates the database, runs `work`, and closes the database.
 * @param work receives the names of the migrations that `open` ran
 * @throws PromptInterrupted if the operator pressed Ctrl-C at the prompt
 */
export function withDatabase<T>(
  settings: DatabaseSettings,
  work: (dataSource: Database['dataSource'], migrationNames: readonly string[]) => Promise<T>,
): Promise<T> {
  const open = (database: Database) => database.open();
  return withDatabaseAfter(open, settings, ({ dataSource }, migrationNames) => work(dataSource, migrationNames));
}

/**
 * Reads from the database without migrating it, and closes it.
 * @throws PromptInterrupted if the operator pressed Ctrl-C at the prompt
 */
export function readDatabase<T>(settings: DatabaseSettings, read: Start<T>): Promise<T> {
  return withDatabaseAfter(read, settings, (_, result) => Promise.resolve(result));
}

/**
 * Writes the name of the database and its warnings to standard error. Asks for a password in a terminal if the server needs one
 * and none is set.
 */
async function withDatabaseAfter<S, T>(
  start: Start<S>,
  settings: DatabaseSettings,
  work: (database: Database, started: S) => Promise<T>,
): Promise<T> {
  printMessage(`database: ${describeDatabase(settings)}`);
  const { database, result } = await open(settings, start).catch((error: unknown) =>
    openWithPrompt(settings, start, error),
  );
  try {
    return await work(database, result);
  } finally {
    await database.close();
  }
}

async function open<T>(settings: DatabaseSettings, start: Start<T>): Promise<StartedDatabase<T>> {
  const [{ persistence }, { Database }] = await Promise.all([
    import('@petstore/contexts'),
    import('@petstore/database'),
  ]);
  // The operator knows the directory from the first line.
  const withoutNotice = { ...settings, fallbackNotice: undefined };
  const database = await Database.create(withoutNotice, persistence, commandLineLimits, printMessage);
  try {
    return { database, result: await start(database) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Opens the database with a password that the operator types, if `failure` says that it needs one. No connection is open during
 * the prompt, because the server would close it.
 * @throws `failure` if a password does not help, or if the operator cannot or does not type one
 */
async function openWithPrompt<T>(
  settings: DatabaseSettings,
  start: Start<T>,
  failure: unknown,
): Promise<StartedDatabase<T>> {
  const { PasswordRequired } = await import('@petstore/database');
  if (settings.kind !== 'external' || !(failure instanceof PasswordRequired) || !isInteractive(terminal)) throw failure;
  const password = await promptPassword(failure.user, terminal);
  if (password === '') throw failure;
  return open({ ...settings, password }, start);
}
