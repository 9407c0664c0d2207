import { resolve } from 'node:path';
import { databaseSettings, type DatabaseSettings } from '@petstore/database/settings';
import { loadEnvironmentFile, readTogether } from '@petstore/settings';

export interface Config {
  readonly database: DatabaseSettings;
  /** The operator's working directory. Paths on the command line are relative to it. */
  readonly workingDirectory: string;
}

const workspaceRoot = resolve(import.meta.dirname, '../../..');

/**
 * Reads the configuration from environment variables and the environment file. No other file of apps/cli reads them.
 * @throws OperatorError with one line for each invalid variable, and for each fault of the file
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const [, database] = readTogether(
    () => loadEnvironmentFile(env, workspaceRoot),
    () => databaseSettings(env, workspaceRoot),
  );
  // `npm run petstore` starts the command in the workspace root. INIT_CWD is the directory in which npm was called.
  const npmCallerDirectory = env['npm_lifecycle_event'] === 'petstore' ? env['INIT_CWD'] : undefined;
  return { database, workingDirectory: npmCallerDirectory ?? process.cwd() };
}
