import { secretFileVariable, type Setting } from '@petstore/settings';
import { databaseLocationSettings, driverSettings } from './database-setting-declarations.ts';
import type { DatabaseSettings } from './database-settings.ts';
import { urlWithoutPassword } from './database-url.ts';

/**
 * Returns the environment variables with which another process of this workspace uses the same database, for commands that the
 * operator can paste. They contain no password.
 * @param env the variables from which `database` was read
 */
export function databaseVariables(
  env: NodeJS.ProcessEnv,
  database: DatabaseSettings,
): Readonly<Record<string, string>> {
  const { url, directory } = databaseLocationSettings;
  const { password, options } = driverSettings;
  if (database.kind === 'external') {
    const shown = Object.values(driverSettings).filter((each) => each !== password);
    const fileVariable = secretFileVariable(url.variable);
    const file = env[fileVariable];
    const location = file ? { [fileVariable]: file } : { [url.variable]: urlWithoutPassword(database.url) };
    return { ...presentVariables(env, shown), ...location };
  }
  return {
    ...presentVariables(env, [options]),
    ...emptyVariable(env, url.variable),
    ...(env[directory.variable] && { [directory.variable]: database.directory }),
  };
}

function presentVariables(env: NodeJS.ProcessEnv, settings: readonly Setting[]): Record<string, string> {
  return Object.fromEntries(settings.flatMap(({ variable }) => (env[variable] ? [[variable, env[variable]]] : [])));
}

/** An empty variable hides the one that the operator's shell may export. */
function emptyVariable(env: NodeJS.ProcessEnv, name: string): Record<string, string> {
  return env[name] === '' ? { [name]: '' } : {};
}
