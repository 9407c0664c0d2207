import { runApp, type AppProcess } from './run-app.ts';
import type { DatabaseLocation } from './service-process.ts';
import { waitForExit, type ProcessResult } from './wait-for-exit.ts';

/** Starts the built `petstore` command. */
export function petstoreProcess(database: DatabaseLocation, ...args: string[]): AppProcess {
  return runApp('cli', args, database);
}

/** Runs the built `petstore` command to its end. */
export function petstore(database: DatabaseLocation, ...args: string[]): Promise<ProcessResult> {
  return waitForExit(petstoreProcess(database, ...args));
}

/**
 * Runs the built `petstore` command and returns its standard output, trimmed.
 * @throws Error with its standard error if its exit code is not 0
 */
export async function petstoreOutput(database: DatabaseLocation, ...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await petstore(database, ...args);
  if (exitCode !== 0) throw new Error(stderr);
  return stdout.trim();
}
