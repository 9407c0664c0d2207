import { databaseLocationSettings, driverSettings } from './database-setting-declarations.ts';
import type { DatabaseSettings } from './database-settings.ts';
import { urlWithoutPassword } from './database-url.ts';

const { password, ...driverSettingsWithoutPassword } = driverSettings;

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
  if (database.kind === 'embedded') {
    return {
      ...emptyVariable(env, url.variable),
      ...(env[directory.variable] && { [directory.variable]: database.directory }),
    };
  }
  const names = Object.values(driverSettingsWithoutPassword).map(({ variable }) => variable);
  const present = names.flatMap((name) => (env[name] ? [[name, env[name]]] : []));
  return { ...Object.fromEntries(present), [url.variable]: urlWithoutPassword(database.url) };
}

/** An empty variable hides the one that the operator's shell may export. */
function emptyVariable(env: NodeJS.ProcessEnv, name: string): Record<string, string> {
  return env[name] === '' ? { [name]: '' } : {};
}
