import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { databaseSettings, type DatabaseSettings } from '@petstore/database';

export interface Config {
  readonly database: DatabaseSettings;
  /** The folder the operator stands in, which relative paths on the command line are relative to. */
  readonly currentFolder: string;
}

const workspace = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/**
 * The one place that knows the program's environment variables.
 * @throws InvalidSetting
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  // npm runs scripts in the workspace's folder and says here where it was called.
  const calledFrom = env['npm_lifecycle_event'] === 'petstore' ? env['INIT_CWD'] : undefined;
  return { database: databaseSettings(env, workspace), currentFolder: calledFrom ?? process.cwd() };
}
