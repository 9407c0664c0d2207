import { persistence } from '@petstore/contexts';
import {
  Database,
  PasswordRequired,
  commandLineLimits,
  describeDatabase,
  type DatabaseSettings,
} from '@petstore/database';
import { printMessage } from './print-message.ts';
import { isInteractive, promptPassword } from './prompt-password.ts';

const terminal = { input: process.stdin, output: process.stderr };

interface OpenDatabase {
  readonly database: Database;
  readonly migrationNames: readonly string[];
}

/**
 * Opens and migrates the database, runs `work`, and closes the database. Writes the name of the database and its warnings to
 * standard error. Asks for a password in a terminal if the server needs one and none is set.
 * @param work receives the names of the migrations that `open` ran
 * @throws PromptInterrupted if the operator pressed Ctrl-C at the prompt
 */
export async function withDatabase<T>(
  settings: DatabaseSettings,
  work: (dataSource: Database['dataSource'], migrationNames: readonly string[]) => Promise<T>,
): Promise<T> {
  printMessage(`database: ${describeDatabase(settings)}`);
  const { database, migrationNames } = await open(settings).catch((error: unknown) => openWithPrompt(settings, error));
  try {
    return await work(database.dataSource, migrationNames);
  } finally {
    await database.close();
  }
}

async function open(settings: DatabaseSettings): Promise<OpenDatabase> {
  // The operator knows the directory from the first line.
  const withoutNotice = { ...settings, fallbackNotice: undefined };
  const database = await Database.create(withoutNotice, persistence, commandLineLimits, printMessage);
  try {
    return { database, migrationNames: await database.open() };
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
async function openWithPrompt(settings: DatabaseSettings, failure: unknown): Promise<OpenDatabase> {
  if (settings.kind !== 'external' || !(failure instanceof PasswordRequired) || !isInteractive(terminal)) throw failure;
  const password = await promptPassword(failure.user, terminal);
  if (password === '') throw failure;
  return open({ ...settings, password });
}
