import { resolve } from 'node:path';
import { databaseSettings, type DatabaseSettings } from '@petstore/database/settings';
import { loadEnvironmentFile } from '@petstore/settings';

export interface Config {
  readonly database: DatabaseSettings;
  /** The operator's working directory. Paths on the command line are relative to it. */
  readonly workingDirectory: string;
}

const workspaceRoot = resolve(import.meta.dirname, '../../..');

/**
 * Reads the configuration from environment variables and the environment file. No other file of apps/cli reads them.
 * @throws OperatorError if a variable has an invalid value, or if a file cannot be read
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  loadEnvironmentFile(env, workspaceRoot);
  // `npm run petstore` starts the command in the workspace root. INIT_CWD is the directory in which npm was called.
  const npmCallerDirectory = env['npm_lifecycle_event'] === 'petstore' ? env['INIT_CWD'] : undefined;
  return { database: databaseSettings(env, workspaceRoot), workingDirectory: npmCallerDirectory ?? process.cwd() };
}
