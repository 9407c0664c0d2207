import { resolve } from 'node:path';
import { databaseSettings, type DatabaseSettings } from '@petstore/database';

export interface Config {
  readonly database: DatabaseSettings;
  /** The folder in which the command was run; paths on the command line are relative to it. */
  readonly currentFolder: string;
}

const workspace = resolve(import.meta.dirname, '../../..');

/**
 * Reads the configuration from environment variables. No other file of the command line reads them.
 * @throws InvalidSetting
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  // npm runs scripts in the workspace's folder; INIT_CWD is the folder in which npm was called.
  const npmCallerFolder = env['npm_lifecycle_event'] === 'petstore' ? env['INIT_CWD'] : undefined;
  return { database: databaseSettings(env, workspace), currentFolder: npmCallerFolder ?? process.cwd() };
}
